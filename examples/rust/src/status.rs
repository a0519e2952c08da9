//! How calls end: the code, the message and the details that gRPC says in trailers.

use std::fmt;

use http::{HeaderMap, StatusCode};
use percent_encoding::percent_decode;
use prost::Message;
use prost_types::Any;

pub const OK: u32 = 0;
pub const CANCELLED: u32 = 1;
pub const UNKNOWN: u32 = 2;
pub const INVALID_ARGUMENT: u32 = 3;
pub const DEADLINE_EXCEEDED: u32 = 4;
pub const PERMISSION_DENIED: u32 = 7;
pub const RESOURCE_EXHAUSTED: u32 = 8;
pub const UNIMPLEMENTED: u32 = 12;
pub const INTERNAL: u32 = 13;
pub const UNAVAILABLE: u32 = 14;
pub const UNAUTHENTICATED: u32 = 16;

/// Why a call did not end well.
#[derive(Debug)]
pub struct Status {
    pub code: u32,
    message: String,
    details: Vec<Any>,
}

/// What of google.rpc.Status is read here; code and message have headers of their own.
#[derive(Message)]
struct Told {
    #[prost(message, repeated, tag = "3")]
    details: Vec<Any>,
}

impl Status {
    pub fn new(code: u32, message: impl ToString) -> Self {
        Status { code, message: message.to_string(), details: Vec::new() }
    }

    /// The detail of a type, such as `podesta.v1.Problem`.
    pub fn detail<M: Message + Default>(&self, kind: &str) -> Option<M> {
        let found = self.details.iter().find(|each| each.type_url.rsplit('/').next() == Some(kind))?;
        M::decode(found.value.as_slice()).ok()
    }
}

impl fmt::Display for Status {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        write!(out, "{} (code {})", self.message, self.code)
    }
}

// Whatever breaks a connection, the next one may hold.
impl From<h2::Error> for Status {
    fn from(broken: h2::Error) -> Self {
        Status::new(UNAVAILABLE, broken)
    }
}

impl From<std::io::Error> for Status {
    fn from(broken: std::io::Error) -> Self {
        Status::new(UNAVAILABLE, broken)
    }
}

/// Whether a call ended well, as its trailers say.
pub fn of_trailers(said: &HeaderMap) -> Result<(), Status> {
    match text(said, "grpc-status").parse() {
        Ok(OK) => Ok(()),
        Ok(code) => Err(Status { code, message: message(said), details: details(said).unwrap_or_default() }),
        Err(_) => Err(Status::new(UNKNOWN, "the call ended without a status")),
    }
}

/// The gRPC status for an HTTP status from a proxy, by gRPC's own table.
pub fn of_http(status: StatusCode) -> Status {
    let code = match status.as_u16() {
        400 => INTERNAL,
        401 => UNAUTHENTICATED,
        403 => PERMISSION_DENIED,
        404 => UNIMPLEMENTED,
        429 | 502 | 503 | 504 => UNAVAILABLE,
        _ => UNKNOWN,
    };
    Status::new(code, status)
}

fn text<'a>(said: &'a HeaderMap, name: &str) -> &'a str {
    said.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
}

fn message(said: &HeaderMap) -> String {
    percent_decode(text(said, "grpc-message").as_bytes()).decode_utf8_lossy().into_owned()
}

/// Senders may leave the padding out.
fn details(said: &HeaderMap) -> Option<Vec<Any>> {
    let packed = text(said, "grpc-status-details-bin").trim_end_matches('=');
    let bytes = base64::decode_config(packed, base64::STANDARD_NO_PAD).ok()?;
    Some(Told::decode(bytes.as_slice()).ok()?.details)
}
