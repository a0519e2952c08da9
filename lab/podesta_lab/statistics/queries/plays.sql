-- The plays of some files: a seat of a game that was played to its end, on a deal that nobody chose who knows it.
CREATE OR REPLACE TEMP TABLE plays AS
WITH games AS (
    SELECT game, id, seats, variant, starts, rounds, bots, ranks, scores, epoch_ms(ended) AS ended
    FROM read_parquet($games) JOIN variants USING (options)
    WHERE NOT forked AND list_contains($reasons, reason) AND NOT (practice AND list_contains(bots, ''))
), seated AS (SELECT *, unnest(range(seats)) AS seat FROM games)
SELECT
    game, id, seats, variant, rounds, ended, seat::INT AS seat,
    bots[seat + 1] AS bot, list_contains(bots, '') AS people,
    ((seat - starts + seats) % seats)::INT AS place,
    (ranks[seat + 1] = 1)::INT AS won, scores[seat + 1] AS score
FROM seated;

INSERT INTO wins
SELECT seats, variant, bot, place, count(DISTINCT game), count(*), sum(won) FROM plays GROUP BY ALL;

INSERT INTO scores
SELECT seats, variant, bot, floor(score / $points)::INT AS bar, count(DISTINCT game), count(*), sum(won), sum(score), sum(score * score)
FROM plays GROUP BY ALL;
