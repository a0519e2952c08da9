"""Measurements made inside the page: a driver that polled it would run in the slowed page, too."""

PICTURE = """
new MutationObserver((_, observer) => {
    if (!document.querySelector('.board svg [data-id]')) return;
    observer.disconnect();
    requestAnimationFrame(() => setTimeout(() => { globalThis.picture = performance.now(); }));
}).observe(document, { childList: true, subtree: true });
"""
"""Records when the board was first painted: milliseconds since the page was requested."""

CLICKS = """
globalThis.taken = [];
let [clicked, pointed, seed] = [0, 0, 7];
const table = () => document.querySelector('main[data-revision]').dataset;
const THINGS = '.board .lit[data-id], .apart button, #whole';
const one = (all) => all[(seed = (seed * 16807) % 2147483647) % all.length];
const open = () => {
    const send = document.querySelectorAll('#send');
    const things = send.length ? send : document.querySelectorAll(THINGS);
    return [...(things.length ? things : document.querySelectorAll('[data-option]:not(:disabled)'))];
};
const click = (thing) => {
    pointed = 0;
    if (!thing.isConnected) return;
    clicked = performance.now();
    thing.dispatchEvent(new MouseEvent('click', { bubbles: true }));
};
setInterval(() => {
    if (pointed || !table().asked || table().pending === 'true' || !open().length) return;
    const thing = one(open());
    thing.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
    pointed = setTimeout(() => click(thing), HAND);
}, 50);
new MutationObserver(() => {
    if (!clicked) return;
    const from = clicked;
    clicked = 0;
    requestAnimationFrame(() => setTimeout(() => taken.push(performance.now() - from)));
}).observe(document.querySelector('main[data-revision]'), { attributeFilter: ['data-shown'] });
true
"""
"""Presses lit elements like a hand, which points before it presses; records the milliseconds from a click that answers
to the paint of the resulting board."""

LOOP = """
(() => {
    const found = [];
    for (let time = 0; time < 40; time += 1) {
        const from = performance.now();
        for (let number = 0, sum = 0; number < 2e6; number += 1) sum = (sum * 31 + number) % 65521;
        found.push(performance.now() - from);
    }
    return found;
})()
"""
"""Measures the same work repeatedly: other load on the machine shows in it."""

FRAMES = """
globalThis.frames = { idle: [], burst: [] };
globalThis.bursts = 0;
let [last, was, asked] = [0, '', performance.now()];
const table = () => document.querySelector('main[data-revision]').dataset;
const now = () => (table().asked && performance.now() - asked < PAUSE ? 'idle' : table().asked ? '' : 'burst');
const frame = (at) => {
    const phase = now();
    if (phase && phase === was) frames[phase].push(at - last);
    if (phase === 'burst' && was !== phase) bursts += 1;
    if (!table().asked) asked = performance.now();
    [last, was] = [at, phase];
    requestAnimationFrame(frame);
};
requestAnimationFrame(frame);
setInterval(() => {
    if (!table().asked || table().pending === 'true' || performance.now() - asked < PAUSE) return;
    const things = '#send, #whole, .board .lit[data-id], .apart button, [data-option]:not(:disabled)';
    document.querySelector(things)?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
}, 20);
true
"""
"""Plays slowly, and records the duration of each frame while bots played, and in the rest before each answer."""
