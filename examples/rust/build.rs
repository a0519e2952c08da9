//! Makes the messages of `podesta.v1` from the protos, with protoc.

fn main() -> std::io::Result<()> {
    println!("cargo:rerun-if-env-changed=PROTO");
    let protos = std::env::var("PROTO").unwrap_or_else(|_| "../../proto".into());
    prost_build::compile_protos(&["podesta/v1/game_master.proto"], &[protos])
}
