// A bot in Go, as the page "Write your own client" says: it watches its game and answers by calls of their own.
//
//	PODESTA_TARGET=localhost:50051 PODESTA_GAME=… PODESTA_TOKEN=… ./bot
package main

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"math/big"
	"os"
	"time"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	podesta "podesta/v1"
)

const first, longest = 100 * time.Millisecond, 5 * time.Second

var (
	game      = os.Getenv("PODESTA_GAME")
	pause     = first
	sendAgain = map[codes.Code]bool{codes.Unavailable: true, codes.DeadlineExceeded: true, codes.Canceled: true,
		codes.Unknown: true, codes.Internal: true}
	busy = map[string]bool{"too-many-requests": true, "too-many-connections": true, "no-connection-left": true,
		"store-full": true, "too-slow": true}
	decideAgain = map[string]bool{"stale-revision": true, "not-your-turn": true, "illegal-answer": true,
		"too-many-answers": true, "game-over": true}
)

// why says what the service says of a refusal: the type of the problem, and how long to wait at least.
func why(err error) (problem string, wait time.Duration) {
	for _, detail := range status.Convert(err).Details() {
		switch told := detail.(type) {
		case *podesta.Problem:
			problem = told.Type
		case *errdetails.RetryInfo:
			wait = told.RetryDelay.AsDuration()
		}
	}
	return
}

// wait waits before the next try, longer each time; it ends the program where no other try can mend anything.
func wait(err error) {
	problem, told := why(err)
	if !sendAgain[status.Code(err)] && !busy[problem] {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	if told < pause {
		told = pause
	}
	time.Sleep(told)
	if pause *= 2; pause > longest {
		pause = longest
	}
}

func commandID() string {
	id := make([]byte, 16)
	rand.Read(id)
	return hex.EncodeToString(id)
}

func any(count int) int {
	found, _ := rand.Int(rand.Reader, big.NewInt(int64(count)))
	return int(found.Int64())
}

// answer answers what is asked, the same under the same id until it is known what became of it.
func answer(ctx context.Context, master podesta.GameMasterClient, now *podesta.Game) {
	asked := now.Questions[0]
	given := &podesta.Answer{Question: asked.Kind, Option: asked.Options[any(len(asked.Options))].Word}
	request := &podesta.AnswerRequest{Game: game, Revision: now.Revision, CommandId: commandID(), Minimal: true,
		Answers: []*podesta.Answer{given}}
	for {
		_, err := master.Answer(ctx, request)
		if err == nil {
			pause = first
			return
		}
		if problem, _ := why(err); decideAgain[problem] {
			return // the stream sends what is asked now
		}
		wait(err)
	}
}

// follow watches the game from what it is now; without an error, the game is over.
func follow(ctx context.Context, master podesta.GameMasterClient) error {
	ctx, leave := context.WithCancel(ctx)
	defer leave()
	stream, err := master.Watch(ctx, &podesta.WatchRequest{Game: game})
	if err != nil {
		return err
	}
	for newest := int64(0); ; {
		said, err := stream.Recv()
		if err != nil {
			if status.Code(err) == codes.Unknown {
				return status.Error(codes.Unavailable, "the stream ended before the game did")
			}
			return err
		}
		now := said.GetGame()
		if update := said.GetUpdate(); update != nil {
			now = update.After
		}
		if now == nil || now.Revision <= newest {
			continue // a heartbeat, something newer than this bot, or a repetition
		}
		newest = now.Revision
		if now.Status == podesta.Status_STATUS_ENDED {
			return nil
		}
		if len(now.Questions) > 0 {
			answer(ctx, master, now)
		}
	}
}

func main() {
	channel, err := grpc.Dial(os.Getenv("PODESTA_TARGET"), grpc.WithInsecure(),
		grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(16<<20)))
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	ctx := metadata.AppendToOutgoingContext(context.Background(), "authorization", "Bearer "+os.Getenv("PODESTA_TOKEN"))
	master := podesta.NewGameMasterClient(channel)
	for err := follow(ctx, master); err != nil; err = follow(ctx, master) {
		wait(err)
	}
}
