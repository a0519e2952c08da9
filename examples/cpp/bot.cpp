// A bot in C++, as the page "Write your own client" says: it watches its game and answers by calls of their own.
//   PODESTA_TARGET=localhost:50051 PODESTA_GAME=… PODESTA_TOKEN=… ./bot
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <iostream>
#include <random>
#include <set>
#include <thread>

#include <grpcpp/grpcpp.h>

#include "podesta/v1/game_master.grpc.pb.h"
#include "status.pb.h"

namespace wire = podesta::v1;
using std::chrono::milliseconds;
using std::string;

namespace {

const std::set<grpc::StatusCode> SEND_AGAIN = {grpc::UNAVAILABLE, grpc::DEADLINE_EXCEEDED, grpc::CANCELLED, grpc::UNKNOWN,
                                               grpc::INTERNAL};
const std::set<string> BUSY = {"too-many-requests", "too-many-connections", "no-connection-left", "store-full", "too-slow"};
const std::set<string> DECIDE_AGAIN = {"stale-revision", "not-your-turn", "illegal-answer", "too-many-answers", "game-over"};
const milliseconds FIRST{100}, LONGEST{5000};

string setting(const char* name) {
  const char* found = std::getenv(name);
  return found ? found : "";
}

const string GAME = setting("PODESTA_GAME"), TOKEN = setting("PODESTA_TOKEN");
std::mt19937 chance{std::random_device{}()};

// What the service says of a refusal: the type of the problem, and how long to wait at least.
struct Why {
  string type;
  milliseconds wait{0};
};

Why why(const grpc::Status& status) {
  Why found;
  bot::Status told;
  told.ParseFromString(status.error_details());
  for (const auto& detail : told.details()) {
    wire::Problem problem;
    bot::RetryInfo retry;
    const string kind = detail.type_url().substr(detail.type_url().rfind('/') + 1);
    if (kind == "podesta.v1.Problem" && problem.ParseFromString(detail.value())) found.type = problem.type();
    if (kind == "google.rpc.RetryInfo" && retry.ParseFromString(detail.value()))
      found.wait = milliseconds(retry.retry_delay().seconds() * 1000 + retry.retry_delay().nanos() / 1000000);
  }
  return found;
}

// Waits before the next try, longer each time; ends the program where no other try can mend anything.
class Pauses {
 public:
  void worked() { next_ = FIRST; }

  void wait(const grpc::Status& status) {
    const Why told = why(status);
    if (!SEND_AGAIN.count(status.error_code()) && !BUSY.count(told.type)) {
      std::cerr << told.type << ": " << status.error_message() << std::endl;
      std::exit(1);
    }
    std::this_thread::sleep_for(std::max(next_, told.wait));
    next_ = std::min(2 * next_, LONGEST);
  }

 private:
  milliseconds next_ = FIRST;
} pauses;

void authorize(grpc::ClientContext& context) { context.AddMetadata("authorization", "Bearer " + TOKEN); }

string command_id() {
  string id = "cpp-";
  for (int i = 0; i < 28; ++i) id += "0123456789abcdef"[chance() % 16];
  return id;
}

// Answers what is asked, the same under the same id until it is known what became of it.
void answer(wire::GameMaster::Stub& master, const wire::Game& game) {
  const auto& asked = game.questions(0);
  wire::AnswerRequest request;
  request.set_game(GAME);
  request.set_revision(game.revision());
  request.set_command_id(command_id());
  request.set_minimal(true);
  auto* given = request.add_answers();
  given->set_question(asked.kind());
  given->set_option(asked.options(chance() % asked.options_size()).word());
  for (;;) {
    grpc::ClientContext context;
    authorize(context);
    wire::AnswerResponse response;
    const grpc::Status status = master.Answer(&context, request, &response);
    if (status.ok()) return pauses.worked();
    if (DECIDE_AGAIN.count(why(status).type)) return;  // the stream sends what is asked now
    pauses.wait(status);
  }
}

// Watches the game from what it is now; whether it is over.
bool follow(wire::GameMaster::Stub& master, grpc::Status& status) {
  grpc::ClientContext context;
  authorize(context);
  wire::WatchRequest request;
  request.set_game(GAME);
  auto stream = master.Watch(&context, request);
  std::int64_t newest = 0;
  for (wire::WatchResponse said; stream->Read(&said);) {
    if (!said.has_game() && !said.has_update()) continue;  // a heartbeat, or something newer than this bot
    const wire::Game& game = said.has_game() ? said.game() : said.update().after();
    if (game.revision() <= newest) continue;
    newest = game.revision();
    if (game.status() == wire::STATUS_ENDED) {
      context.TryCancel();
      return true;
    }
    if (game.questions_size()) answer(master, game);
  }
  status = stream->Finish();
  return false;
}

}  // namespace

int main() {
  grpc::ChannelArguments arguments;
  arguments.SetMaxReceiveMessageSize(16 << 20);
  arguments.SetInt(GRPC_ARG_MAX_RECONNECT_BACKOFF_MS, static_cast<int>(LONGEST.count()));
  arguments.SetInt(GRPC_ARG_KEEPALIVE_TIME_MS, 30000);
  auto channel = grpc::CreateCustomChannel(setting("PODESTA_TARGET"), grpc::InsecureChannelCredentials(), arguments);
  auto master = wire::GameMaster::NewStub(channel);
  for (grpc::Status status; !follow(*master, status);)
    pauses.wait(status.ok() ? grpc::Status(grpc::UNAVAILABLE, "the stream ended before the game did") : status);
}
