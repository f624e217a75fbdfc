import type { LinkWords } from './LinkWords.js'

export const link: LinkWords = {
  cash: {
    title: 'Dieser Link ist Geld',
    why: 'Jeder, der ihn hat, kann den Betrag nehmen, und der Erste bekommt ihn. Schicken Sie ihn einem Menschen, in einem Chat, den nur Sie beide lesen.',
    released:
      'Jeder, der ihn hat, kann den Betrag verlangen. Bezahlt wird erst, wenn Sie die Adresse gesehen und das Geld freigegeben haben.',
    releasedTo:
      'Jeder, der ihn hat, kann den Betrag verlangen. Der Absender sieht die Adresse, die ihn verlangt, und zahlt erst dann.',
  },
  make: {
    title: 'Einen Link senden',
    lead: 'Für einen Empfänger, dessen Adresse Sie nicht haben. Das Geld ist gesperrt; die Person, der Sie den Link geben, nennt die Adresse.',
    limit: (amount) => `Bis ${amount} ohne Ihre Freigabe.`,
    release: 'Erst zahlen, wenn ich es freigebe',
    releaseHint: 'Sie sehen, wer fragt, die Adresse wird geprüft, und Sie entscheiden.',
    releaseForced: (amount) => `Über ${amount} braucht ein Link immer Ihre Freigabe.`,
    review: 'Link prüfen',
    reviewTitle: 'Den Link prüfen',
    sentence: ({ amount, time }) =>
      `${amount} für den Inhaber des Links sperren. Der Betrag kann ${time} lang genommen werden, und bis dahin können Sie ihn zurückholen.`,
    sentenceReleased: ({ amount, time }) =>
      `${amount} für eine Adresse sperren, die Sie freigeben. Der Betrag kann ${time} lang eingelöst werden, und bis dahin können Sie ihn zurückholen.`,
    send: (amount) => `${amount} sperren und den Link erstellen`,
    progress: 'Der Link erscheint, sobald das Netz die Zahlung bestätigt.',
  },
  list: {
    title: 'Zahlungslinks',
    lead: 'Links, die Sie gesendet haben. Jeder ist Geld, bis er eingelöst ist.',
    make: 'Einen Link senden',
    empty: { title: 'Noch keine Links', why: 'Ein Zahlungslink bezahlt jemanden, dessen Adresse Sie nicht haben.' },
    noWallet: 'Verbinden Sie eine Wallet, um ihre Links zu sehen.',
    state: {
      open: 'offen',
      locked: 'gesperrt',
      claimed: 'eingelöst',
      cancelled: 'zurückgeholt',
      returned: 'an Sie zurückgegangen',
      expired: 'nicht rechtzeitig eingelöst: kann an Sie zurückgehen',
      replaced: 'ersetzt',
    },
    paidTo: 'Bezahlt an',
    notHere: 'in einem anderen Browser erstellt',
  },
  page: {
    title: (amount) => `Zahlungslink über ${amount}`,
    copy: 'Link kopieren',
    qr: 'QR-Code zeigen',
    notHere: 'Der Link ist nicht in diesem Browser. Sie können das Geld zurückholen und einen neuen erstellen.',
    asked: {
      none: 'Noch nicht verlangt',
      noneWhy: 'Diese Seite zeigt es, sobald der Inhaber des Links bezahlt werden will.',
      one: 'Der Inhaber des Links will bezahlt werden',
      many: 'Mehr als eine Adresse will bezahlt werden',
      manyWhy: 'Mehr als eine Person hat den Link. Fragen Sie Ihren Empfänger, welche Adresse stimmt.',
      incomplete: 'Die Liste der Anfragen ist vielleicht unvollständig.',
    },
    release: 'Das Geld für diese Adresse freigeben',
    releaseWhy: 'Der ganze Betrag wird sofort bezahlt und lässt sich danach nicht zurückholen.',
    blocked: 'Die Prüfung rät von dieser Adresse ab',
    look: 'Die Gründe ansehen',
    gone: {
      title: 'Diesen Link gibt es nicht',
      why: 'Er ist vielleicht in einem anderen Netz oder noch nicht bestätigt.',
    },
    readOnly: 'Verbinden Sie das Konto, das den Link erstellt hat, um ihn zu ändern.',
  },
  pay: {
    title: (amount) => `${amount} für den Inhaber dieses Links`,
    titleReleased: (amount) => `${amount}, die der Absender freigeben muss`,
    lead: 'Wenn Sie den Link öffnen, wird noch nichts eingelöst. Drücken Sie erst, wenn die Adresse Ihre ist.',
    from: 'Von',
    fromHint: 'Nichts beweist, wem dieses Konto gehört. Ein Name in einer Nachricht ist kein Beweis.',
    to: 'Ihre Adresse',
    toHint: 'Wohin das Geld geht. Das lässt sich danach nicht ändern.',
    toWrong: 'Das ist keine ganze Adresse. Kopieren Sie sie aus Ihrer eigenen Wallet.',
    claim: 'Das Geld nehmen, ohne Netzgebühr',
    ask: 'Den Absender um Freigabe bitten, ohne Netzgebühr',
    wallet: 'oder das Netz selbst bezahlen',
    working: 'Unterwegs…',
    unknown: 'Das Ergebnis ist noch nicht bekannt. Die Seite fragt von selbst weiter; nichts wird zweimal bezahlt.',
    done: { title: (amount) => `${amount} gehören Ihnen`, why: 'Sie sind an der Adresse unten.' },
    waiting: {
      title: 'Der Absender ist gefragt',
      why: 'Sagen Sie dem Absender Ihre vier Wörter, damit er vergleichen kann. Diese Seite zeigt, wenn bezahlt ist; Sie können sie auch schließen.',
    },
    state: {
      locked: { title: 'Dieser Link ist gesperrt', why: 'Bitten Sie den Absender um einen neuen.' },
      claimed: { title: 'Schon genommen', why: 'Das Geld ging an die Adresse unten.' },
      cancelled: { title: 'Vom Absender zurückgeholt', why: 'Fragen Sie den Absender, was geschehen ist.' },
      returned: { title: 'Zum Absender zurückgekehrt', why: 'Es wurde nicht rechtzeitig eingelöst.' },
      expired: {
        title: 'Die Zeit ist vorbei',
        why: 'Das Geld geht zum Absender zurück, der es noch einmal senden kann.',
      },
      replaced: {
        title: 'Dieser Link öffnet die Zahlung nicht',
        why: 'Er wurde unterwegs beschädigt. Bitten Sie noch einmal darum.',
      },
    },
    lost: {
      title: 'Öffnen Sie den Link noch einmal',
      why: 'Sein Geheimnis wurde aus der Adresse dieser Seite genommen, damit kein Verlauf es aufbewahrt. In Ihrer Nachricht steht der ganze Link.',
    },
    missing: {
      title: 'Diese Zahlung gibt es nicht',
      why: 'Der Link ist vielleicht unvollständig, oder seine Zahlung ist noch nicht bestätigt.',
    },
  },
}
