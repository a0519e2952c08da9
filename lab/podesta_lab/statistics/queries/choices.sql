-- What was offered and chosen: of each play and thing, by stage and (stage 0) at any time. What a clock decided is left out.
CREATE OR REPLACE TEMP TABLE met AS
WITH offers AS (
    SELECT game, seat, revision, answer, question, unnest(options) AS option,
        greatest(1, (SELECT count(*) FROM stages WHERE first <= round))::INT AS stage
    FROM read_parquet($decisions)
    WHERE NOT timed_out AND question IN (SELECT question FROM namings)
)
SELECT game, seat, thing, stage, max((option = answer)::INT) AS chosen, min(revision) FILTER (option = answer) AS since
FROM offers JOIN namings ON namings.question = offers.question AND word = option
GROUP BY ALL;

INSERT INTO choices
WITH staged AS (
    FROM met
    UNION ALL
    SELECT game, seat, thing, 0, max(chosen), min(since) FROM met GROUP BY game, seat, thing
)
SELECT seats, variant, bot, thing, stage,
    count(DISTINCT game), count(DISTINCT game) FILTER (chosen = 1), count(*), sum(chosen), sum(chosen * won),
    max({'ended': ended, 'id': id, 'revision': since}) FILTER (chosen = 1 AND id <> '')
FROM staged JOIN plays USING (game, seat) GROUP BY ALL;
