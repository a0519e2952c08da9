import { language } from "../store/service";

const en = {
  copy: "Copy",
  copied: "Copied",
  code: "As a code for a camera",
  codeOf: (label: string) => `QR code: ${label}`,
  stayHere:
    "Only this machine reaches this address. For guests from elsewhere, start the service with PODESTA_REST_HOST=0.0.0.0, or tell it the address that they use in PODESTA_PUBLIC_URL.",
  another: "On another device",
  anotherAbout: "A link that takes your seat along. It is good once, and for a quarter of an hour.",
  share: "Play on both",
  move: "Move there",
  shareAbout: "Both devices play the seat.",
  moveAbout: "This device hands the seat over, and everybody sees that.",
  open: "Open this on the other device",
  until: (time: string) => `Good until ${time}.`,
  secret: "Whoever opens it first has your seat, so show it to nobody else.",
  taking: "Taking the seat …",
  gone: "This seat is played on another device now.",
  watchOn: "Watch from here",
  close: "Close",
};

const it: typeof en = {
  copy: "Copia",
  copied: "Copiato",
  code: "Come codice per la fotocamera",
  codeOf: (label) => `Codice QR: ${label}`,
  stayHere:
    "Solo questo computer raggiunge l'indirizzo. Per ospiti da fuori, avvia il servizio con PODESTA_REST_HOST=0.0.0.0, oppure indica in PODESTA_PUBLIC_URL l'indirizzo che usano loro.",
  another: "Su un altro dispositivo",
  anotherAbout: "Un link che porta con sé il tuo posto. Vale una volta sola, per un quarto d'ora.",
  share: "Gioca su entrambi",
  move: "Spostati lì",
  shareAbout: "Tutti e due i dispositivi giocano il posto.",
  moveAbout: "Questo dispositivo cede il posto, e lo vedono tutti.",
  open: "Apri questo sull'altro dispositivo",
  until: (time) => `Vale fino alle ${time}.`,
  secret: "Il posto va a chi lo apre per primo: non mostrarlo ad altri.",
  taking: "Prendo il posto …",
  gone: "Ora questo posto si gioca su un altro dispositivo.",
  watchOn: "Guarda da qui",
  close: "Chiudi",
};

/** What is said of links and devices. */
export const texts = { en, it }[language];
