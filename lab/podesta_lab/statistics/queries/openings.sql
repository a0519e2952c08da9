-- Openings: the first choices of each play among the things that make openings. A position is the set of things chosen,
-- in any order; the first one is empty.
CREATE OR REPLACE TEMP TABLE chosen AS
SELECT number * 8 + seat AS play, thing, revision, row_number() OVER (PARTITION BY play ORDER BY revision, thing) AS step
FROM read_parquet($decisions) AS decisions
JOIN games USING (game)
JOIN namings ON namings.question = decisions.question AND word = answer
JOIN openers USING (thing)
WHERE NOT timed_out
QUALIFY step <= $depth;

CREATE OR REPLACE TEMP TABLE ways AS
SELECT play, thing, revision,
    array_to_string(list_sort(list(thing) OVER until_now), '.') AS before,
    array_to_string(list_sort(list_append(coalesce(list(thing) OVER until_now, []), thing)), '.') AS position
FROM chosen
WINDOW until_now AS (PARTITION BY play ORDER BY step ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING);

INSERT INTO steps
SELECT seats, variant, bot, coalesce(before, ''), thing, count(DISTINCT game), count(*)
FROM ways JOIN plays USING (play) GROUP BY ALL;

INSERT INTO positions
SELECT seats, variant, bot, position, count(DISTINCT game), count(*), sum(won),
    max({'ended': ended, 'id': id, 'revision': revision}) FILTER (id <> '')
FROM ways JOIN plays USING (play) GROUP BY ALL;

INSERT INTO positions
SELECT seats, variant, bot, '', count(DISTINCT game), count(*), sum(won), NULL
FROM chosen JOIN plays USING (play) WHERE step = 1 GROUP BY ALL;
