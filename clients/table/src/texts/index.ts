import { language } from "../store/service";
import { en } from "./en";
import { it } from "./it";

/** The texts of the page in its language. */
export const texts = { en, it }[language];
