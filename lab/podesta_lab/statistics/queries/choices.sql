-- The things offered and chosen in each play, by stage and (stage 0) in the whole game, without decisions by the clock.
CREATE OR REPLACE TEMP TABLE met AS
WITH asked AS (
    SELECT
        number * 8 + seat AS play, revision, question, answer, options,
        greatest(1, (SELECT count(*) FROM stages WHERE first <= round))::INT AS stage
    FROM read_parquet($decisions) JOIN games USING (game)
    WHERE NOT timed_out AND question IN (SELECT question FROM namings)
),
offers AS (SELECT play, revision, question, answer, unnest(options) AS option, stage FROM asked)
SELECT
    play, thing, stage, max((option = answer)::INT) AS chosen,
    min(CASE WHEN option = answer THEN revision END) AS since
FROM offers JOIN namings ON namings.question = offers.question AND word = option
GROUP BY ALL;

INSERT INTO choices
WITH staged AS (
    FROM met
    UNION ALL
    SELECT play, thing, 0, max(chosen), min(since) FROM met GROUP BY play, thing
)
SELECT seats, variant, bot, thing, stage,
    count(DISTINCT game), count(DISTINCT CASE WHEN chosen = 1 THEN game END), count(*), sum(chosen), sum(chosen * won),
    max({'ended': ended, 'id': id, 'revision': since}) FILTER (chosen = 1 AND id <> '')
FROM staged JOIN plays USING (play) GROUP BY ALL;
