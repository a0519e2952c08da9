import com.google.protobuf.InvalidProtocolBufferException;
import com.google.rpc.RetryInfo;
import io.grpc.Context;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Status.Code;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.protobuf.StatusProto;
import io.grpc.stub.MetadataUtils;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import podesta.v1.Answer;
import podesta.v1.AnswerRequest;
import podesta.v1.Game;
import podesta.v1.GameMasterGrpc;
import podesta.v1.GameMasterGrpc.GameMasterBlockingStub;
import podesta.v1.Problem;
import podesta.v1.Question;
import podesta.v1.Status;
import podesta.v1.WatchRequest;
import podesta.v1.WatchResponse;

/**
 * A bot in Java, as the page "Write your own client" says: it watches its game and answers by calls of their own.
 *
 * <p>PODESTA_TARGET=localhost:50051 PODESTA_GAME=… PODESTA_TOKEN=… java -cp … Bot
 */
public final class Bot {
  private static final Set<Code> SEND_AGAIN =
      EnumSet.of(Code.UNAVAILABLE, Code.DEADLINE_EXCEEDED, Code.CANCELLED, Code.UNKNOWN, Code.INTERNAL);
  private static final Set<String> BUSY =
      Set.of("too-many-requests", "too-many-connections", "no-connection-left", "store-full", "too-slow");
  private static final Set<String> DECIDE_AGAIN =
      Set.of("stale-revision", "not-your-turn", "illegal-answer", "too-many-answers", "game-over");
  private static final long FIRST = 100;
  private static final long LONGEST = 5_000;

  private final GameMasterBlockingStub master;
  private final String game;
  private long pause = FIRST;

  private Bot(GameMasterBlockingStub master, String game) {
    this.master = master;
    this.game = game;
  }

  public static void main(String[] args) {
    NettyChannelBuilder builder = NettyChannelBuilder.forTarget(System.getenv("PODESTA_TARGET")).usePlaintext();
    ManagedChannel channel = builder.maxInboundMessageSize(16 << 20).build();
    Metadata bearer = new Metadata();
    bearer.put(
        Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER), "Bearer " + System.getenv("PODESTA_TOKEN"));
    GameMasterBlockingStub master =
        GameMasterGrpc.newBlockingStub(channel).withInterceptors(MetadataUtils.newAttachHeadersInterceptor(bearer));
    try {
      new Bot(master, System.getenv("PODESTA_GAME")).play();
    } catch (StatusRuntimeException | InterruptedException refused) {
      System.err.println(refused.getMessage());
      System.exit(1);
    }
    System.exit(0);
  }

  /** Watches until the game is over. */
  private void play() throws InterruptedException {
    for (boolean over = false; !over; ) {
      Context.CancellableContext watching = Context.current().withCancellation();
      Context before = watching.attach();
      try {
        over = follow();
        if (!over) throw io.grpc.Status.UNAVAILABLE.withDescription("the stream ended too soon").asRuntimeException();
      } catch (StatusRuntimeException failure) {
        pauseAfter(failure);
      } finally {
        watching.detach(before);
        watching.cancel(null);
      }
    }
  }

  /** Follows the game from what it is now; whether it is over. */
  private boolean follow() throws InterruptedException {
    Iterator<WatchResponse> stream = master.watch(WatchRequest.newBuilder().setGame(game).build());
    for (long newest = 0; stream.hasNext(); ) {
      WatchResponse said = stream.next();
      Game now = said.hasUpdate() ? said.getUpdate().getAfter() : said.hasGame() ? said.getGame() : null;
      if (now == null || now.getRevision() <= newest) continue; // a heartbeat, something newer than this bot
      newest = now.getRevision();
      if (now.getStatus() == Status.STATUS_ENDED) return true;
      if (now.getQuestionsCount() > 0) answer(now);
    }
    return false;
  }

  /** Answers what is asked, the same under the same id until it is known what became of it. */
  private void answer(Game now) throws InterruptedException {
    Question asked = now.getQuestions(0);
    int any = ThreadLocalRandom.current().nextInt(asked.getOptionsCount());
    Answer given = Answer.newBuilder().setQuestion(asked.getKind()).setOption(asked.getOptions(any).getWord()).build();
    AnswerRequest.Builder request = AnswerRequest.newBuilder().setGame(game).setRevision(now.getRevision());
    request.setCommandId(UUID.randomUUID().toString()).addAnswers(given).setMinimal(true);
    while (true) {
      try {
        master.answer(request.build());
        pause = FIRST;
        return;
      } catch (StatusRuntimeException failure) {
        if (DECIDE_AGAIN.contains(new Why(failure).type)) return; // the stream sends what is asked now
        pauseAfter(failure);
      }
    }
  }

  /** Waits before the next try, longer each time; throws what no other try can mend. */
  private void pauseAfter(StatusRuntimeException failure) throws InterruptedException {
    Why why = new Why(failure);
    if (!SEND_AGAIN.contains(failure.getStatus().getCode()) && !BUSY.contains(why.type)) throw failure;
    Thread.sleep(Math.max(pause, why.wait));
    pause = Math.min(2 * pause, LONGEST);
  }

  /** What the service says of a refusal: the type of the problem, and how many milliseconds to wait at least. */
  private static final class Why {
    private String type = "";
    private long wait;

    private Why(StatusRuntimeException failure) {
      com.google.rpc.Status told = StatusProto.fromThrowable(failure);
      if (told == null) return;
      for (com.google.protobuf.Any detail : told.getDetailsList()) read(detail);
    }

    private void read(com.google.protobuf.Any detail) {
      try {
        if (detail.is(Problem.class)) type = detail.unpack(Problem.class).getType();
        if (detail.is(RetryInfo.class)) {
          com.google.protobuf.Duration told = detail.unpack(RetryInfo.class).getRetryDelay();
          wait = Duration.ofSeconds(told.getSeconds(), told.getNanos()).toMillis();
        }
      } catch (InvalidProtocolBufferException newer) {
        // a later version of the service: the code says enough
      }
    }
  }
}
