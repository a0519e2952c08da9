-- The lengths of games: of all ('*'), and of those with a certain bot, or with people (empty).
INSERT INTO lengths
WITH counts AS (SELECT game, count(*)::INT AS decisions FROM read_parquet($decisions) GROUP BY game),
sitting AS (SELECT DISTINCT game, seats, variant, people, rounds, unnest(list_append(bots, '*')) AS bot FROM games)
SELECT
    seats, variant, bot, people, rounds, decisions // $answers AS bar,
    count(*), sum(decisions), sum(decisions * decisions)
FROM sitting JOIN counts USING (game) GROUP BY ALL;
