//! As much of gRPC as a client needs, over HTTP/2: calls with one request, and one reply or many. Five bytes precede
//! each message: whether it is compressed, which no message is unless one asks for it, and its length.

use std::time::Duration;

use bytes::{Buf, BufMut, Bytes, BytesMut};
use h2::client::{Connection, ResponseFuture, SendRequest};
use h2::{Ping, PingPong, RecvStream};
use http::{HeaderMap, Request, StatusCode};
use prost::Message;
use tokio::net::TcpStream;
use tokio::time::{sleep, timeout};

use crate::status::{of_http, of_trailers, Status, INTERNAL, INVALID_ARGUMENT, RESOURCE_EXHAUSTED, UNAVAILABLE};

const PREFIX: usize = 5;
const LARGEST: usize = 16 << 20;
const PATIENCE: Duration = Duration::from_secs(20);
const BETWEEN_PINGS: Duration = Duration::from_secs(30);

/// Calls to one service for one seat, over a connection that is reopened when it has broken or is to be left.
pub struct Channel {
    target: String,
    token: String,
    open: Option<SendRequest<Bytes>>,
}

impl Channel {
    pub fn new(target: &str, token: &str) -> Self {
        Channel { target: target.into(), token: token.into(), open: None }
    }

    /// The one reply to a request.
    pub async fn ask<R: Message + Default>(&mut self, path: &str, request: &impl Message) -> Result<R, Status> {
        let mut replies = self.call(path, request).await?;
        let mut reply = Err(Status::new(INTERNAL, "the call ended well, without a reply"));
        while let Some(found) = replies.next().await? {
            reply = Ok(found);
        }
        reply
    }

    /// The replies to a request.
    pub async fn call(&mut self, path: &str, request: &impl Message) -> Result<Replies, Status> {
        let (head, body) = self.send(path, request).await?.await?.into_parts();
        if head.status != StatusCode::OK && !head.headers.contains_key("grpc-status") {
            return Err(of_http(head.status));
        }
        Ok(Replies { body, headers: head.headers, held: BytesMut::new() })
    }

    async fn send(&mut self, path: &str, request: &impl Message) -> Result<ResponseFuture, Status> {
        let head = self.head(path)?;
        let (reply, mut body) = self.connection().await?.send_request(head, false)?;
        body.send_data(framed(request), true)?;
        Ok(reply)
    }

    fn head(&self, path: &str) -> Result<Request<()>, Status> {
        Request::post(format!("http://{}{path}", self.target))
            .header("content-type", "application/grpc")
            .header("te", "trailers")
            .header("authorization", format!("Bearer {}", self.token))
            .body(())
            .map_err(|wrong| Status::new(INVALID_ARGUMENT, wrong))
    }

    /// The connection that is open, if it takes another call, or a new one. Calls on the old one go on.
    async fn connection(&mut self) -> Result<SendRequest<Bytes>, Status> {
        let ready = match self.open.take() {
            Some(open) => open.ready().await.ok(),
            None => None,
        };
        let sender = match ready {
            Some(sender) => sender,
            None => connect(&self.target).await?.ready().await?,
        };
        Ok(self.open.insert(sender).clone())
    }
}

/// The replies to a call, as they come.
pub struct Replies {
    body: RecvStream,
    headers: HeaderMap,
    held: BytesMut,
}

impl Replies {
    /// The next reply; none after the last, if the call ended well.
    pub async fn next<R: Message + Default>(&mut self) -> Result<Option<R>, Status> {
        loop {
            if let Some(whole) = self.whole()? {
                return R::decode(whole).map(Some).map_err(|wrong| Status::new(INTERNAL, wrong));
            }
            match self.body.data().await {
                Some(more) => self.hold(more?)?,
                None => return self.ended().await.map(|()| None),
            }
        }
    }

    fn hold(&mut self, more: Bytes) -> Result<(), Status> {
        self.body.flow_control().release_capacity(more.len())?;
        self.held.extend_from_slice(&more);
        Ok(())
    }

    /// The first message that is held, without its prefix; none if not all of it has come.
    fn whole(&mut self) -> Result<Option<Bytes>, Status> {
        if self.held.len() < PREFIX {
            return Ok(None);
        }
        let length = length(&self.held[..PREFIX])?;
        if self.held.len() < PREFIX + length {
            return Ok(None);
        }
        self.held.advance(PREFIX);
        Ok(Some(self.held.split_to(length).freeze()))
    }

    /// How the call ended; a refusal may come without trailers, in the headers.
    async fn ended(&mut self) -> Result<(), Status> {
        let trailers = self.body.trailers().await?;
        of_trailers(trailers.as_ref().unwrap_or(&self.headers))
    }
}

fn framed(message: &impl Message) -> Bytes {
    let mut frame = BytesMut::with_capacity(PREFIX + message.encoded_len());
    frame.put_u8(0);
    frame.put_u32(message.encoded_len() as u32);
    frame.put(message.encode_to_vec().as_slice());
    frame.freeze()
}

fn length(mut prefix: &[u8]) -> Result<usize, Status> {
    if prefix.get_u8() != 0 {
        return Err(Status::new(INTERNAL, "a compressed message, which nobody asked for"));
    }
    match prefix.get_u32() as usize {
        length if length > LARGEST => Err(Status::new(RESOURCE_EXHAUSTED, format!("a message of {length} bytes"))),
        length => Ok(length),
    }
}

async fn connect(target: &str) -> Result<SendRequest<Bytes>, Status> {
    let late = |_| Status::new(UNAVAILABLE, "nobody takes the connection");
    let socket = timeout(PATIENCE, TcpStream::connect(target)).await.map_err(late)??;
    socket.set_nodelay(true)?;
    let (sender, connection) = h2::client::handshake(socket).await?;
    tokio::spawn(keep(connection));
    Ok(sender)
}

/// Reads and writes until the connection ends; calls that still wait then fail.
async fn keep(mut connection: Connection<TcpStream>) {
    let pings = connection.ping_pong().expect("nobody has taken them");
    tokio::select! {
        _ = connection => (),
        _ = unanswered(pings) => (),
    }
}

/// Returns when a ping gets no answer.
async fn unanswered(mut pings: PingPong) {
    while let Ok(Ok(_)) = timeout(PATIENCE, pings.ping(Ping::opaque())).await {
        sleep(BETWEEN_PINGS).await;
    }
}
