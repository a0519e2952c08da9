-- The games of some files that were played to their end, without forks and without practice games of people, and their
-- plays: one for each seat of a game, by a number that is quicker to compare than a game's name.
CREATE OR REPLACE TEMP TABLE games AS
SELECT
    game, row_number() OVER ()::INT AS number, id, seats, variant, starts, rounds, bots, ranks, scores,
    list_contains(bots, '') AS people, epoch_ms(ended) AS ended
FROM read_parquet($games) JOIN variants USING (options)
WHERE NOT forked AND list_contains($reasons, reason) AND NOT (practice AND list_contains(bots, ''));

CREATE OR REPLACE TEMP TABLE plays AS
WITH seated AS (SELECT *, unnest(range(seats))::INT AS seat FROM games)
SELECT
    number * 8 + seat AS play, seats, variant, bots[seat + 1] AS bot, id, ended,
    CASE WHEN bot = '' THEN number END AS game,
    ((seat - starts + seats) % seats)::INT AS place,
    (ranks[seat + 1] = 1)::INT AS won, scores[seat + 1] AS score
FROM seated;

INSERT INTO wins
SELECT seats, variant, bot, place, count(DISTINCT game), count(*), sum(won) FROM plays GROUP BY ALL;

INSERT INTO scores
SELECT
    seats, variant, bot, floor(score / $points)::INT AS bar,
    count(DISTINCT game), count(*), sum(won), sum(score), sum(score * score)
FROM plays GROUP BY ALL;
