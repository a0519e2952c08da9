import assert from "node:assert/strict";
import { test } from "node:test";
import { type Course, does, due, explains, next, read, strayed } from "../src/guide/course";

const COURSE: Course = {
  deal: "",
  lesson: [
    read("start"),
    does("load", "act", /^load/, "loaded"),
    read("seen", "act"),
    does("sail", "sail", /^on$/, "sailed"),
    read("end"),
  ],
  guide: [explains("act"), explains("sail")],
};
const asked = (kind: string, ...words: string[]) => ({ kind, options: words.map((word) => ({ word })) });
const at = (place: number) => ({ at: place, read: [] });

test("a lesson goes step by step, and passes over what was answered meanwhile", () => {
  assert.equal(next(COURSE.lesson, at(0), undefined), 0);
  assert.equal(next(COURSE.lesson, at(1), undefined), -1);
  assert.equal(next(COURSE.lesson, at(1), asked("act", "load", "stay")), 1);
  assert.equal(next(COURSE.lesson, at(1), asked("sail", "on", "stop")), 3);
});

test("what is only to be read never comes before its time", () => {
  assert.equal(next(COURSE.lesson, at(1), asked("act", "stay", "raid")), -1);
  assert.equal(next(COURSE.lesson, at(2), asked("act", "stay", "raid")), 2);
});

test("a game has gone another way where there is a choice that no step wants", () => {
  assert.equal(strayed(COURSE, at(1), asked("act", "stay", "raid")), true);
  assert.equal(strayed(COURSE, at(1), asked("act", "stay")), false);
  assert.equal(strayed(COURSE, at(1), undefined), false);
  assert.equal(strayed(COURSE, at(5), asked("act", "stay", "raid")), false);
});

test("the guide explains each kind of question once", () => {
  assert.equal(due(COURSE.guide, at(5), "sail")?.text, "sail");
  assert.equal(due(COURSE.guide, { at: 5, read: ["sail"] }, "sail"), undefined);
});
