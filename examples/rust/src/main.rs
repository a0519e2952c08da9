//! A bot in Rust, as the page "Write your own client" says: it watches its game and answers by calls of their own.
//!
//!     PODESTA_TARGET=localhost:50051 PODESTA_GAME=… PODESTA_TOKEN=… ./bot

mod grpc;
mod status;

use std::time::Duration;

use prost_types::Duration as Delay;
use rand::seq::SliceRandom;

use grpc::Channel;
use podesta::{
    watch_response::Response, Answer, AnswerRequest, AnswerResponse, Game, Problem, WatchRequest, WatchResponse,
};
use status::{Status, CANCELLED, DEADLINE_EXCEEDED, INTERNAL, UNAVAILABLE, UNKNOWN};

#[allow(dead_code)] // most calls are of no use to a bot
mod podesta {
    include!(concat!(env!("OUT_DIR"), "/podesta.v1.rs"));
}

const FIRST: Duration = Duration::from_millis(100);
const LONGEST: Duration = Duration::from_secs(5);
const WATCH: &str = "/podesta.v1.GameMaster/Watch";
const ANSWER: &str = "/podesta.v1.GameMaster/Answer";
const SEND_AGAIN: [u32; 5] = [UNAVAILABLE, DEADLINE_EXCEEDED, CANCELLED, UNKNOWN, INTERNAL];
const BUSY: [&str; 5] = ["too-many-requests", "too-many-connections", "no-connection-left", "store-full", "too-slow"];
const DECIDE_AGAIN: [&str; 5] = ["stale-revision", "not-your-turn", "illegal-answer", "too-many-answers", "game-over"];

/// What of google.rpc.RetryInfo is read here.
#[derive(prost::Message)]
struct RetryInfo {
    #[prost(message, optional, tag = "1")]
    retry_delay: Option<Delay>,
}

/// What the service calls the problem, if it says so.
fn problem(refused: &Status) -> String {
    refused.detail("podesta.v1.Problem").map_or_else(String::new, |told: Problem| told.r#type)
}

/// How long the service wants one to wait, at least.
fn told_to_wait(refused: &Status) -> Duration {
    let told: Option<RetryInfo> = refused.detail("google.rpc.RetryInfo");
    told.and_then(|info| info.retry_delay?.try_into().ok()).unwrap_or_default()
}

/// The game in a message; none in a heartbeat, or in something newer than this bot.
fn told(said: WatchResponse) -> Option<Game> {
    match said.response? {
        Response::Game(game) => Some(game),
        Response::Update(update) => update.after,
        _ => None,
    }
}

struct Bot {
    master: Channel,
    game: String,
    pause: Duration,
}

impl Bot {
    /// Waits before the next try, longer each time; it ends the program where no other try can mend anything.
    async fn wait(&mut self, refused: &Status) {
        let problem = problem(refused);
        if !SEND_AGAIN.contains(&refused.code) && !BUSY.contains(&problem.as_str()) {
            eprintln!("{problem}: {refused}");
            std::process::exit(1);
        }
        tokio::time::sleep(self.pause.max(told_to_wait(refused))).await;
        self.pause = LONGEST.min(self.pause * 2);
    }

    /// An answer to the first question that is asked: any.
    fn decide(&self, now: &Game) -> AnswerRequest {
        let asked = &now.questions[0];
        let option = asked.options.choose(&mut rand::thread_rng()).expect("a question has options");
        AnswerRequest {
            game: self.game.clone(),
            revision: now.revision,
            command_id: format!("{:032x}", rand::random::<u128>()),
            answers: vec![Answer { question: asked.kind.clone(), option: option.word.clone() }],
            minimal: true,
            ..Default::default()
        }
    }

    /// Answers what is asked, the same under the same id until it is known what became of it.
    async fn answer(&mut self, now: &Game) {
        let request = self.decide(now);
        while let Err(refused) = self.master.ask::<AnswerResponse>(ANSWER, &request).await {
            if DECIDE_AGAIN.contains(&problem(&refused).as_str()) {
                return; // the stream sends what is asked now
            }
            self.wait(&refused).await;
        }
        self.pause = FIRST;
    }

    /// Watches the game from what it is now; without an error, the game is over.
    async fn follow(&mut self) -> Result<(), Status> {
        let request = WatchRequest { game: self.game.clone(), ..Default::default() };
        let mut stream = self.master.call(WATCH, &request).await?;
        let mut newest = 0;
        while let Some(said) = stream.next().await? {
            let now = match told(said) {
                Some(game) if game.revision > newest => game,
                _ => continue,
            };
            newest = now.revision;
            if now.status() == podesta::Status::Ended {
                return Ok(());
            }
            if !now.questions.is_empty() {
                self.answer(&now).await;
            }
        }
        Err(Status::new(UNAVAILABLE, "the stream ended before the game did"))
    }
}

fn setting(name: &str) -> String {
    std::env::var(name).unwrap_or_default()
}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let master = Channel::new(&setting("PODESTA_TARGET"), &setting("PODESTA_TOKEN"));
    let mut bot = Bot { master, game: setting("PODESTA_GAME"), pause: FIRST };
    while let Err(refused) = bot.follow().await {
        bot.wait(&refused).await;
    }
}
