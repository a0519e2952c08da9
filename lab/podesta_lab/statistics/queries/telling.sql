-- The published figures, by filter: rows of people with too few games are left out first, so that no difference of two
-- figures reveals them either. Each row then counts under every filter that includes it. 0 means any number of seats,
-- -2 any variant; '*' means anyone, '+' any bot.
CREATE MACRO whose(bot) AS CASE bot WHEN '' THEN [bot, '*'] ELSE [bot, '*', '+'] END;

CREATE MACRO sitting(bot, people) AS CASE WHEN bot = '*' AND NOT people THEN ['*', '+'] ELSE [bot] END;

CREATE TABLE told_wins AS
WITH kept AS (
    SELECT seats, variant, bot, place, sum(plays) AS plays, sum(won) AS won
    FROM wins GROUP BY ALL HAVING bot <> '' OR sum(games) >= $fewest
),
by_seats AS (SELECT * REPLACE (unnest([seats, 0]) AS seats), seats AS players FROM kept),
by_bot AS (SELECT * REPLACE (unnest(whose(bot)) AS bot) FROM by_seats),
wide AS (SELECT * REPLACE (unnest([variant, -2]) AS variant) FROM by_bot)
SELECT seats, variant, bot, players, place, sum(plays)::BIGINT AS plays, sum(won)::BIGINT AS won FROM wide GROUP BY ALL ORDER BY ALL;

CREATE TABLE told_scores AS
WITH kept AS (
    SELECT seats, variant, bot, bar, sum(plays) AS plays FROM scores GROUP BY ALL HAVING bot <> '' OR sum(games) >= $fewest
),
by_seats AS (SELECT * REPLACE (unnest([seats, 0]) AS seats) FROM kept),
by_bot AS (SELECT * REPLACE (unnest(whose(bot)) AS bot) FROM by_seats),
wide AS (SELECT * REPLACE (unnest([variant, -2]) AS variant) FROM by_bot)
SELECT seats, variant, bot, bar, sum(plays)::BIGINT AS plays FROM wide GROUP BY ALL ORDER BY ALL;

CREATE TABLE told_means AS
WITH kept AS (
    SELECT seats, variant, bot, sum(plays) AS plays, sum(total) AS total, sum(squares) AS squares
    FROM scores GROUP BY ALL HAVING bot <> '' OR sum(plays) >= $fewest * seats
),
by_seats AS (SELECT * REPLACE (unnest([seats, 0]) AS seats) FROM kept),
by_bot AS (SELECT * REPLACE (unnest(whose(bot)) AS bot) FROM by_seats),
wide AS (SELECT * REPLACE (unnest([variant, -2]) AS variant) FROM by_bot)
SELECT seats, variant, bot, sum(plays)::BIGINT AS plays, sum(total) AS total, sum(squares) AS squares FROM wide GROUP BY ALL ORDER BY ALL;

CREATE TABLE told_games AS
WITH kept AS (
    SELECT seats, variant, bot, people, sum(games) AS games, sum(total) AS total, sum(squares) AS squares
    FROM lengths GROUP BY ALL HAVING NOT people OR sum(games) >= $fewest
),
by_seats AS (SELECT * REPLACE (unnest([seats, 0]) AS seats) FROM kept),
by_bot AS (SELECT * REPLACE (unnest(sitting(bot, people)) AS bot) FROM by_seats),
wide AS (SELECT * REPLACE (unnest([variant, -2]) AS variant) FROM by_bot)
SELECT seats, variant, bot, sum(games)::BIGINT AS games, sum(total) AS total, sum(squares) AS squares FROM wide GROUP BY ALL ORDER BY ALL;

CREATE TABLE told_lengths AS
WITH kept AS (
    SELECT seats, variant, bot, people, bar, sum(games) AS games
    FROM lengths GROUP BY ALL HAVING NOT people OR sum(games) >= $fewest
),
by_seats AS (SELECT * REPLACE (unnest([seats, 0]) AS seats) FROM kept),
by_bot AS (SELECT * REPLACE (unnest(sitting(bot, people)) AS bot) FROM by_seats),
wide AS (SELECT * REPLACE (unnest([variant, -2]) AS variant) FROM by_bot)
SELECT seats, variant, bot, bar, sum(games)::BIGINT AS games FROM wide GROUP BY ALL ORDER BY ALL;

CREATE TABLE told_rounds AS
WITH kept AS (
    SELECT seats, variant, bot, people, rounds, sum(games) AS games
    FROM lengths GROUP BY ALL HAVING NOT people OR sum(games) >= $fewest
),
by_seats AS (SELECT * REPLACE (unnest([seats, 0]) AS seats) FROM kept),
by_bot AS (SELECT * REPLACE (unnest(sitting(bot, people)) AS bot) FROM by_seats),
wide AS (SELECT * REPLACE (unnest([variant, -2]) AS variant) FROM by_bot)
SELECT seats, variant, bot, rounds, sum(games)::BIGINT AS games FROM wide GROUP BY ALL ORDER BY ALL;

CREATE TABLE told_choices AS
WITH kept AS (
    SELECT seats, variant, bot, thing, stage, sum(offered) AS offered, sum(chosen) AS chosen,
        max(bot) <> '' OR sum(done) >= $fewest AS told,
        CASE WHEN told THEN sum(chosen) ELSE 0 END AS fared, CASE WHEN told THEN sum(won) ELSE 0 END AS won,
        CASE WHEN told THEN max(example) END AS example
    FROM choices GROUP BY ALL HAVING bot <> '' OR sum(games) >= $fewest
),
by_seats AS (SELECT * REPLACE (unnest([seats, 0]) AS seats) FROM kept),
by_bot AS (SELECT * REPLACE (unnest(whose(bot)) AS bot) FROM by_seats),
wide AS (SELECT * REPLACE (unnest([variant, -2]) AS variant) FROM by_bot)
SELECT seats, variant, bot, thing, stage, sum(offered)::BIGINT AS offered, sum(chosen)::BIGINT AS chosen,
    sum(fared)::BIGINT AS fared, sum(won)::BIGINT AS won, max(example) AS example
FROM wide GROUP BY ALL ORDER BY ALL;

CREATE TABLE told_positions AS
WITH often AS (SELECT position FROM positions GROUP BY position HAVING sum(plays) >= $fewest),
kept AS (
    SELECT seats, variant, bot, position, sum(plays) AS plays, sum(won) AS won, max(example) AS example
    FROM positions SEMI JOIN often USING (position) GROUP BY ALL HAVING bot <> '' OR sum(games) >= $fewest
),
by_seats AS (SELECT * REPLACE (unnest([seats, 0]) AS seats) FROM kept),
by_bot AS (SELECT * REPLACE (unnest(whose(bot)) AS bot) FROM by_seats),
wide AS (SELECT * REPLACE (unnest([variant, -2]) AS variant) FROM by_bot)
SELECT seats, variant, bot, position, sum(plays)::BIGINT AS plays, sum(won)::BIGINT AS won, max(example) AS example
FROM wide GROUP BY ALL HAVING sum(plays) >= $fewest ORDER BY ALL;

CREATE TABLE told_steps AS
WITH often AS (SELECT before, thing FROM steps GROUP BY ALL HAVING sum(plays) >= $fewest),
kept AS (
    SELECT seats, variant, bot, before, thing, sum(plays) AS plays
    FROM steps SEMI JOIN often USING (before, thing) GROUP BY ALL HAVING bot <> '' OR sum(games) >= $fewest
),
by_seats AS (SELECT * REPLACE (unnest([seats, 0]) AS seats) FROM kept),
by_bot AS (SELECT * REPLACE (unnest(whose(bot)) AS bot) FROM by_seats),
wide AS (SELECT * REPLACE (unnest([variant, -2]) AS variant) FROM by_bot)
SELECT seats, variant, bot, before, thing, sum(plays)::BIGINT AS plays
FROM wide GROUP BY ALL HAVING sum(plays) >= $fewest ORDER BY ALL;
