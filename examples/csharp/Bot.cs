// A bot in C#, as the page "Write your own client" says: it follows its game by Server-Sent Events and answers by POST.
//
//     PODESTA_URL=http://localhost:8080 PODESTA_GAME=… PODESTA_TOKEN=… mono bot.exe

using System;
using System.Collections.Generic;
using System.IO;
using System.Json;
using System.Linq;
using System.Net.Http;
using System.Net.Http.Headers;
using System.Text;
using System.Threading;
using System.Threading.Tasks;

/// What no repetition mends: the type of a problem, and its sentence.
class Refused : Exception
{
    const string Prefix = "/problems/";

    public readonly string Type = "";

    public Refused(int status, JsonValue told) : base($"{status} {told}")
    {
        string type = told.ContainsKey("type") ? (string)told["type"] : "";
        Type = type.StartsWith(Prefix) ? type.Substring(Prefix.Length) : type;
    }
}

/// What may go well the next time, after a while.
class Failed : Exception
{
    public readonly TimeSpan AtLeast;

    public Failed(string why, TimeSpan atLeast = default(TimeSpan)) : base(why) => AtLeast = atLeast;
}

/// The calls of one seat of one game.
class Calls
{
    static readonly int[] SendAgain = { 429, 502, 503, 504 };
    static readonly TimeSpan Silence = TimeSpan.FromSeconds(60); // without even a heartbeat a connection is dead

    readonly HttpClient http = new HttpClient { Timeout = Silence };
    readonly string game;

    public Calls(string url, string game, string token)
    {
        this.game = $"{url}/v1/games/{game}";
        http.DefaultRequestHeaders.Authorization = new AuthenticationHeaderValue("Bearer", token);
    }

    /// One call; throws Refused, or Failed where another try may do.
    public async Task<HttpResponseMessage> Send(HttpMethod method, string path, Action<HttpRequestMessage> write)
    {
        var request = new HttpRequestMessage(method, game + path);
        write(request);
        try
        {
            return await Accepted(await http.SendAsync(request, HttpCompletionOption.ResponseHeadersRead));
        }
        catch (Exception broken) when (IsBroken(broken))
        {
            throw new Failed(broken.Message);
        }
    }

    /// Every event of one stream, from the game as it is, until one says that this is enough; throws as Send does.
    public async Task Events(Func<string, JsonValue, Task<bool>> take)
    {
        using (var response = await Send(HttpMethod.Get, "/stream", Streamed))
        using (var lines = new StreamReader(await response.Content.ReadAsStreamAsync()))
        {
            string line, name = "";
            while ((line = await Next(lines)) != null)
            {
                if (line.StartsWith("event: "))
                    name = line.Substring(7);
                else if (line.StartsWith("data: ") && await take(name, JsonValue.Parse(line.Substring(6))))
                    return;
            }
        }
    }

    static void Streamed(HttpRequestMessage request) =>
        request.Headers.Accept.Add(new MediaTypeWithQualityHeaderValue("text/event-stream"));

    static async Task<string> Next(StreamReader lines)
    {
        try
        {
            var line = lines.ReadLineAsync();
            if (await Task.WhenAny(line, Task.Delay(Silence)) != line)
                throw new Failed("nothing was heard for a while");
            return await line;
        }
        catch (Exception broken) when (IsBroken(broken))
        {
            throw new Failed(broken.Message);
        }
    }

    static async Task<HttpResponseMessage> Accepted(HttpResponseMessage response)
    {
        if (response.IsSuccessStatusCode)
            return response;
        using (response)
        {
            var status = (int)response.StatusCode;
            if (SendAgain.Contains(status))
                throw new Failed($"{status}", response.Headers.RetryAfter?.Delta ?? TimeSpan.Zero);
            throw new Refused(status, await Told(response));
        }
    }

    /// The problem of a refusal, if it names one.
    static async Task<JsonValue> Told(HttpResponseMessage response)
    {
        var told = await response.Content.ReadAsStringAsync();
        return response.Content.Headers.ContentType?.MediaType == "application/problem+json"
            ? JsonValue.Parse(told)
            : new JsonObject();
    }

    /// Whatever breaks a connection, the next one may hold.
    static bool IsBroken(Exception found) =>
        found is HttpRequestException || found is IOException || found is OperationCanceledException
        || found is System.Net.WebException || found is ObjectDisposedException;
}

class Bot
{
    static readonly TimeSpan First = TimeSpan.FromSeconds(0.1), Longest = TimeSpan.FromSeconds(5);
    static readonly string[] DecideAgain =
        { "stale-revision", "not-your-turn", "illegal-answer", "too-many-answers", "game-over" };

    readonly Calls calls;
    readonly Random random = new Random();
    TimeSpan pause = First;
    long newest;

    Bot(Calls calls) => this.calls = calls;

    /// Waits before the next try, longer each time, and as long as the service says.
    void Wait(Failed failed)
    {
        Thread.Sleep(failed.AtLeast + TimeSpan.FromTicks((long)(pause.Ticks * (0.5 + random.NextDouble() / 2))));
        pause = TimeSpan.FromTicks(Math.Min(pause.Ticks * 2, Longest.Ticks));
    }

    /// Answers what is asked, the same under the same id until it is known what became of it.
    async Task Answer(JsonValue game)
    {
        var write = Decide(game);
        while (true)
        {
            try
            {
                (await calls.Send(HttpMethod.Post, "/answers", write)).Dispose();
                pause = First;
                return;
            }
            catch (Failed failed)
            {
                Wait(failed);
            }
            catch (Refused refused) when (DecideAgain.Contains(refused.Type))
            {
                return; // the stream sends what is asked now
            }
        }
    }

    /// An answer to the first question that is asked: any. It writes the same into every request.
    Action<HttpRequestMessage> Decide(JsonValue game)
    {
        var asked = game["questions"][0];
        var option = asked["options"][random.Next(asked["options"].Count)];
        var answer = new JsonObject { { "question", asked["kind"] }, { "option", option["word"] } };
        var body = new JsonObject { { "answers", new JsonArray(answer) } }.ToString();
        string command = Guid.NewGuid().ToString(), revision = $"\"{(long)game["revision"]}\"";
        return request =>
        {
            request.Headers.Add("Idempotency-Key", command);
            request.Headers.Add("If-Match", revision);
            request.Headers.Add("Prefer", "return=minimal");
            request.Content = new StringContent(body, Encoding.UTF8);
            request.Content.Headers.ContentType = new MediaTypeHeaderValue("application/json");
        };
    }

    /// Takes an event of the stream; whether it says that the game is over.
    async Task<bool> Take(string name, JsonValue told)
    {
        pause = First;
        if (name == "end")
            return true;
        var game = name == "update" ? told["after"] : told;
        if ((name != "game" && name != "update") || (long)game["revision"] <= newest)
            return false;
        newest = (long)game["revision"];
        if (game["questions"].Count > 0)
            await Answer(game);
        return false;
    }

    /// Follows one stream and answers; whether the game is over.
    async Task<bool> Follow()
    {
        var over = false;
        newest = 0;
        await calls.Events(async (name, told) => over = await Take(name, told));
        return over;
    }

    /// Plays until the game is over; throws Refused where that cannot be.
    async Task Play()
    {
        while (true)
        {
            try
            {
                if (await Follow())
                    return;
                throw new Failed("the stream ended before the game did");
            }
            catch (Failed failed)
            {
                Wait(failed);
            }
        }
    }

    static string Setting(string name) => Environment.GetEnvironmentVariable("PODESTA_" + name) ?? "";

    static int Main()
    {
        try
        {
            new Bot(new Calls(Setting("URL"), Setting("GAME"), Setting("TOKEN"))).Play().GetAwaiter().GetResult();
            return 0;
        }
        catch (Refused refused)
        {
            Console.Error.WriteLine(refused.Message);
            return 1;
        }
    }
}
