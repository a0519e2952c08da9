-- The counts of all games read so far. `bot` is empty for people, and `games` counts only their games, once for each
-- row, however many of their seats it had; `done` are those in which a thing was chosen.
CREATE TABLE wins (seats INT, variant INT, bot VARCHAR, place INT, games BIGINT, plays BIGINT, won BIGINT);
CREATE TABLE scores (
    seats INT, variant INT, bot VARCHAR, bar INT,
    games BIGINT, plays BIGINT, won BIGINT, total DOUBLE, squares DOUBLE
);
CREATE TABLE lengths (
    seats INT, variant INT, bot VARCHAR, people BOOL, rounds INT, bar INT,
    games BIGINT, total DOUBLE, squares DOUBLE
);
CREATE TABLE choices (
    seats INT, variant INT, bot VARCHAR, thing INT, stage INT,
    games BIGINT, done BIGINT, offered BIGINT, chosen BIGINT, won BIGINT, example STRUCT(ended BIGINT, id VARCHAR, revision INT)
);
CREATE TABLE steps (seats INT, variant INT, bot VARCHAR, before VARCHAR, thing INT, games BIGINT, plays BIGINT);
CREATE TABLE positions (
    seats INT, variant INT, bot VARCHAR, position VARCHAR,
    games BIGINT, plays BIGINT, won BIGINT, example STRUCT(ended BIGINT, id VARCHAR, revision INT)
);
CREATE TABLE namings (question VARCHAR, word VARCHAR, thing INT);
CREATE TABLE openers (thing INT);
CREATE TABLE stages (first INT);
CREATE TABLE variants (options VARCHAR, variant INT);
