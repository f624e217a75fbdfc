import type { ClaimWords } from './ClaimWords.js'

const plural = (count: number, one: string, other: string): string => (count === 1 ? one : other)

export const claim: ClaimWords = {
  title: 'Zahlung einlösen',
  lead: 'Fügen Sie den Link ein, den Sie bekommen haben. Wenn Sie ihn öffnen, wird noch nichts eingelöst.',
  link: 'Link zum Einlösen',
  linkHint: 'Er enthält „#/claim/“.',
  linkWrong: 'Das ist kein Link zum Einlösen. Lassen Sie ihn sich noch einmal geben.',
  open: 'Link öffnen',
  scan: 'QR-Code scannen',
  card: (amount) => `${amount} für Sie`,
  from: 'Von',
  fromHint: 'Nichts beweist, wem dieses Konto gehört. Ein Name in einer Nachricht ist kein Beweis.',
  to: 'Geht an',
  toOwn: 'Ihr verbundenes Konto',
  toOther: 'Das ist nicht das Konto, das Sie verbunden haben. Das Geld geht an die Adresse oben, nicht an Sie.',
  until: 'Bis',
  fee: 'Gebühr',
  costs: 'Kostet Sie',
  free: 'nichts',
  code: 'Code',
  codeHint: '16 Buchstaben und Ziffern, vom Absender. Groß- und Kleinschreibung und Bindestriche sind egal.',
  press: 'Ohne Netzgebühr einlösen',
  pressWallet: 'Mit meiner Wallet einlösen',
  own: 'oder das Netz selbst bezahlen',
  pressed: 'Wird eingelöst\u00a0…',
  done: { title: (amount) => `${amount} eingelöst`, why: 'Das Geld ist auf der Adresse unten.' },
  asksAgain: 'Das Ergebnis ist noch nicht bekannt. Die Seite fragt von selbst weiter; nichts wird zweimal eingelöst.',
  attempts: (left) => plural(left, 'Es bleibt ein Versuch.', `Es bleiben ${left} Versuche.`),
  fault: {
    wrong_code:
      'Dieser Code öffnet die Zahlung nicht. Vergleichen Sie ihn mit dem des Absenders. Es wurde kein Versuch verbraucht.',
    locked:
      'Fünf falsche Codes haben die Zahlung gesperrt. Das Geld ist sicher: Bitten Sie den Absender um einen neuen Code.',
    not_pending: 'Die Zahlung lässt sich nicht mehr einlösen.',
    expired: 'Die Zeit zum Einlösen ist vorbei. Das Geld geht an den Absender zurück.',
    unknown: 'Es gibt keine solche Zahlung.',
    other_recipient: 'Die Zahlung ist für eine andere Adresse.',
    invalid_signature: 'Dieser Code öffnet die Zahlung nicht. Vergleichen Sie ihn mit dem des Absenders.',
    token_refused:
      'USDC lehnt die Überweisung ab: Der Empfänger steht auf der Sperrliste, oder der Herausgeber hat USDC angehalten.',
    foreign_verifier:
      'Ein fremder Vertrag prüft den Code dieser Zahlung, und der Dienst ruft ihn nicht auf. Lösen Sie sie mit Ihrer Wallet ein.',
  },
  state: {
    locked: {
      title: 'Gesperrt nach fünf falschen Codes',
      why: 'Das Geld ist sicher. Der Absender kann einen neuen Code setzen oder es zurückholen.',
    },
    claimed: { title: 'Schon eingelöst', why: 'Das Geld ist auf der Adresse des Empfängers.' },
    cancelled: { title: 'Vom Absender zurückgeholt', why: 'Fragen Sie den Absender, was geschehen ist.' },
    returned: {
      title: 'An den Absender zurückgegangen',
      why: 'Sie wurde nicht rechtzeitig eingelöst. Der Absender kann sie noch einmal senden.',
    },
    expired: {
      title: 'Die Zeit zum Einlösen ist vorbei',
      why: 'Das Geld geht an den Absender zurück, der es noch einmal senden kann.',
    },
    replaced: {
      title: 'Dieser Link gilt nicht mehr',
      why: 'Der Absender hat einen neuen Code gesetzt. Fragen Sie danach.',
    },
  },
  missing: {
    title: 'Es gibt keine solche Zahlung',
    why: 'Der Link ist vielleicht unvollständig, oder die Zahlung ist neu und noch nicht bestätigt.',
  },
  otherChain: {
    title: 'Diese Zahlung ist in einem anderen Netz',
    why: 'Diese Seite kennt das Netz nicht. Öffnen Sie den Link in der Anwendung, die er nennt.',
  },
}
