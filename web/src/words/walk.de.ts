import type { WalkWords } from './WalkWords.js'

export const walk: WalkWords = {
  title: 'Lassen Sie sich angreifen',
  lead: 'Sie sind Alice und haben 500 USDC einer Testkette, die nur auf diesem Rechner läuft. Sie brauchen keine Wallet, und nichts hier ist etwas wert.',
  start: 'Als Alice beginnen',
  starting: '500 USDC werden geholt\u00a0…',
  failed: 'Die Testkette hat nicht geantwortet. Läuft das Programm noch, das diese Seite ausliefert?',
  attack: {
    title: 'Der Angriff',
    why: 'Sie zahlen Bob 5 USDC. Mallory sieht das, erzeugt eine Adresse, die wie seine beginnt und endet, und setzt sie in Ihren Verlauf.',
    press: 'Greifen Sie mich an',
    pressed: 'Bob wird bezahlt, der Köder wird ausgelegt\u00a0…',
  },
  copy: {
    title: 'Der Fehler',
    why: 'Sie wollen Bob noch einmal zahlen. Kopieren Sie wie die meisten die neueste Zeile, und fügen Sie sie unten als Empfänger ein.',
    after: 'Holdfast hält Sie auf. Drücken Sie dort „Zurück“.',
    unguarded: (amount) =>
      `Zoe, deren Wallet keinen Schutz hat, wurde ebenso angegriffen. Sie hat die neueste Zeile kopiert und gezahlt. Ihr fehlen jetzt ${amount}.`,
  },
  pay: {
    title: 'Den echten Bob bezahlen',
    why: 'Fügen Sie die Adresse ein, die er Ihnen genannt hat, zahlen Sie 25 USDC, und kopieren Sie den Link mit dem Code.',
  },
  claim: {
    title: 'Bob sein',
    why: 'Öffnen Sie diesen Link in einem zweiten Tab, der keine Wallet hat, und lösen Sie die Zahlung ein.',
  },
  history: 'Ihr Verlauf, wie ihn die meisten Wallets zeigen',
  historyWhy: 'Beide Zeilen sagen, dass Sie gezahlt haben. Eine davon ist Bob.',
  out: (amount) => `${amount} gesendet`,
  bob: 'Bobs Adresse, wie er sie Ihnen genannt hat',
  copyRow: (place) => `Adresse der Zeile ${place} kopieren`,
  copyBob: 'Bobs Adresse kopieren',
}
