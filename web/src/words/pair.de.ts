import type { PairWords } from './PairWords.js'

const plural = (count: number, one: string, other: string): string => (count === 1 ? one : other)

export const pair: PairWords = {
  title: 'Welche Adresse stimmt?',
  lead: 'Sie kennen beide, und sie sehen fast gleich aus. Eine davon ist vielleicht eine Nachahmung. Nur der Inhaber kann sagen, welche stimmt.',
  one: 'Erste Adresse',
  other: 'Zweite Adresse',
  comparing: 'Es wird nachgesehen, was über beide bekannt ist\u00a0…',
  noEvidence: 'Ihre Zahlungen konnten nicht gelesen werden, deshalb ist hier über keine der beiden etwas bekannt.',
  incomplete: 'Nicht alles konnte geprüft werden: Unten fehlen vielleicht Zahlungen.',
  saved: { contact: 'In Ihrem Adressbuch', own: 'Ihr eigenes Konto' },
  settled: 'Hat eine geschützte Zahlung von Ihnen eingelöst',
  paid: (amount, payments) =>
    `Sie haben ${amount} in ${plural(payments, 'einer Zahlung', `${payments} Zahlungen`)} gezahlt`,
  neverPaid: 'Sie haben nie an sie gezahlt',
  firstPaid: (moment) => `Zum ersten Mal: ${moment}`,
  income: (amount) => `Sie hat Ihnen ${amount} gezahlt`,
  baits: (count) =>
    `${plural(count, 'Eine wertlose Überweisung hat', `${count} wertlose Überweisungen haben`)} sie in Ihren Verlauf gelegt, damit Sie sie kopieren`,
  ask: {
    title: 'Fragen Sie den Inhaber',
    why: 'Rufen Sie die Person an oder treffen Sie sie. Benutzen Sie keine Adresse, keine Nummer und keinen Chat, auf die Sie dieser Verlauf gebracht hat. Lassen Sie sich zwei Gruppen der richtigen Adresse vorlesen.',
    field: (first, second) => `Gruppen ${first} und ${second}, wie der Inhaber sie Ihnen vorliest`,
    wrong:
      'Keine der beiden Adressen hat dort diese Zeichen. Fragen Sie noch einmal, oder zahlen Sie an keine von beiden.',
  },
  found: {
    one: 'Das ist die erste Adresse. Zahlungen an die zweite werden aufgehalten.',
    other: 'Das ist die zweite Adresse. Zahlungen an die erste werden aufgehalten.',
  },
  decide: 'Diese Entscheidung behalten',
  decided: {
    title: 'Sie haben entschieden',
    why: 'Zahlungen an die Nachahmung werden aufgehalten. Legt die richtige Adresse je eine Überweisung in Ihren Verlauf, gilt die Entscheidung nicht mehr.',
    at: (moment) => `Entschieden: ${moment}`,
  },
  right: 'Richtig',
  imitation: 'Nachahmung',
  back: 'Zurück',
  revoke: 'Entscheidung zurücknehmen',
  revokeWhy: 'Dann ist wieder offen, welche stimmt, und Sie werden vor einer Zahlung an eine der beiden gefragt.',
  keep: 'Beibehalten',
  none: {
    title: 'Hier ist nichts zu entscheiden',
    why: 'Nur zwei Adressen, die fast gleich aussehen und die Sie gleich gut kennen, brauchen eine Entscheidung. Öffnen Sie diese Seite von der Prüfung einer Zahlung aus.',
  },
  wrongLink: { title: 'Keine zwei Adressen', why: 'Die Adresse dieser Seite ist nicht vollständig.' },
}
