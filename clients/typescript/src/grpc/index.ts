/**
 * The game master over gRPC, for Node.
 *
 * @packageDocumentation
 */
export { bearer, type Channel, type ChannelSettings, connectGrpc } from "./channel.js";
export * from "./generated/podesta/v1/game_master_pb.js";
export * as simulator from "./generated/podesta/v1/simulator_pb.js";
export * as words from "./generated/podesta/v1/words_pb.js";
export { type Choose, type OwnChains, play } from "./playing.js";
