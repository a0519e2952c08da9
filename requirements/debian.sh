#!/bin/sh
# Installs from Debian what the tests would otherwise leave out: as root, where there is apt-get, and only what is missing.
# It never fails a run: what is missing all the same is named by the tests that are left out, and fails CI there.
commands="redis-server:redis-server chromium:chromium firefox-esr:firefox-esr WebKitWebDriver:webkit2gtk-driver xvfb-run:xvfb dbus-run-session:dbus strace:strace faketime:faketime haproxy:haproxy nginx:nginx-light caddy:caddy apache2:apache2 promtool:prometheus node:nodejs npm:npm h2load:nghttp2-client gcc:gcc g++:g++ protoc:protobuf-compiler"

# what the bots in examples are made with, which long runs try in all languages; compilers of Go (90 MB), Java and Rust
# (290 MB) are not fetched, but used where they are
nightly() { [ "${EVIDENCE:-}" = long ]; }
long() { nightly && command -v "$1" >/dev/null; }
! long g++ || commands="$commands grpc_cpp_plugin:protobuf-compiler-grpc"
! long go || commands="$commands protoc-gen-go:protoc-gen-go-1-5 protoc-gen-go-grpc:protoc-gen-go-grpc"
! nightly || commands="$commands buildah:buildah debootstrap:debootstrap"
! nightly || commands="$commands mcs:mono-mcs mono:mono-runtime"
! long javac || commands="$commands grpc_java_plugin:protobuf-compiler-grpc-java-plugin"

missing=""
for each in $commands; do
    command -v "${each%%:*}" >/dev/null || [ -x "/usr/sbin/${each%%:*}" ] || missing="$missing ${each##*:}"
done
[ -e /usr/share/i18n/charmaps/CP1252.gz ] || missing="$missing locales"
[ -e /usr/include/google/protobuf/message.h ] || missing="$missing libprotobuf-dev"
! long g++ || [ -e /usr/include/grpcpp/grpcpp.h ] || missing="$missing libgrpc++-dev"
! long go || [ -e /usr/share/gocode/src/google.golang.org/grpc ] ||
    missing="$missing golang-google-grpc-dev golang-google-protobuf-dev golang-github-golang-protobuf-1-5-dev"
! nightly || [ -e /usr/lib/mono/4.5/System.Json.dll ] || missing="$missing libmono-system-json4.0-cil"
! nightly || [ -e /usr/lib/mono/4.5/System.Net.Http.dll ] || missing="$missing libmono-system-net-http4.0-cil"
! long javac || [ -e /usr/share/java/grpc-netty.jar -a -e /usr/share/java/perfmark-api.jar ] ||
    missing="$missing libgrpc-java libnetty-java libprotobuf-java libguava-java libperfmark-java \
libgoogle-common-protos-java libgeronimo-annotation-1.3-spec-java"
for crate in base64-0.13 h2-0.3 percent-encoding-2 prost-0.11 prost-build-0.11 rand-0.8 tokio-1; do
    ! long cargo || ls -d "/usr/share/cargo/registry/$crate"* >/dev/null 2>&1 ||
        missing="$missing librust-${crate%-*}-dev"
done
include=$("${PYTHON:-python3}" -c 'import sysconfig; print(sysconfig.get_path("include"))' 2>/dev/null)
[ -z "$include" ] || [ -e "$include/Python.h" ] || missing="$missing python3-dev"
"${PYTHON:-python3}" -c 'import ensurepip' 2>/dev/null || missing="$missing python3-venv"
[ -n "$missing" ] || exit 0
[ "$(id -u)" = 0 ] && command -v apt-get >/dev/null || { echo "not installed, and no apt-get as root:$missing"; exit 0; }

export DEBIAN_FRONTEND=noninteractive
apt-get -qq update >/dev/null 2>&1
# together at first, for of Go's libraries some exclude others; then one by one, to name what cannot be had
apt-get -qq install -y --no-install-recommends $missing >/dev/null 2>&1 || for package in $missing; do
    apt-get -qq install -y --no-install-recommends "$package" >/dev/null 2>&1 || echo "cannot be installed: $package"
done
# the tests start servers of their own; Debian's stay away
for service in redis-server haproxy nginx caddy apache2 prometheus; do
    case " $missing " in *" $service "*)
        (systemctl disable --now "$service" || service "$service" stop || true) >/dev/null 2>&1 ;;
    esac
done
exit 0
