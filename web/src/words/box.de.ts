import type { BoxWords } from './BoxWords.js'

const count = (number: number) => number.toLocaleString('de-DE')

export const box: BoxWords = {
  title: 'Ausgabenkonten',
  one: 'Ausgabenkonto',
  lead: 'Ein Konto für einen Zweck: Es zahlt an einen Empfänger, bis zu einer Grenze und bis zu einem Datum. Ein Mitunterzeichner prüft jede Zahlung. Der Rest gehört jederzeit Ihnen.',
  make: 'Neues Ausgabenkonto',
  noWallet: 'Verbinden Sie eine Wallet, um ihre Ausgabenkonten zu sehen.',
  empty: {
    title: 'Noch kein Ausgabenkonto',
    why: 'Legen Sie eines für einen Lieferanten oder ein Abonnement an. Was Sie einlegen, kann nur zu diesem Empfänger gehen, und der Rest kommt zu Ihnen zurück.',
    example: 'Beispiel: 36 USDC für eine Zeitschrift, die ein Jahr lang jeden Monat 3 USDC einzieht.',
  },
  incomplete: {
    title: 'Vielleicht fehlen welche',
    why: 'Das Netz hat nicht vollständig geantwortet. Was aufgeführt ist, stimmt.',
    again: 'Noch einmal lesen',
  },
  unfinished: {
    title: 'Es ist nicht bekannt, was daraus wurde',
    why: 'Zuerst wird die Kette gelesen. Ihre Wallet fragt nur nach dem, was noch zu tun ist.',
    press: 'Nachsehen und weitermachen',
    locked:
      'Öffnen Sie die verborgenen Ausgabenkonten, um weiterzumachen. Schließen Sie diesen Hinweis nur, wenn sicher nichts gesendet wurde.',
  },
  spentOf: (spent, cap) => `${spent} von ${cap} ausgegeben`,
  state: { active: 'offen', spent: 'Grenze erreicht', expired: 'abgelaufen' },
  kinds: { pay: 'Zahlungen', pull: 'Abonnement' },
  form: {
    title: 'Neues Ausgabenkonto',
    lead: 'Seine Bedingungen lassen sich später nicht ändern; seine Adresse legt sie fest.',
    kind: 'Art',
    kindWhy: {
      pay: 'Sie beginnen jede Zahlung. Der Mitunterzeichner prüft sie zuerst.',
      pull: 'Der Empfänger zieht jede Zahlung ein, wenn sie fällig ist, höchstens einmal je Zeitraum.',
    },
    cap: 'Gesamtgrenze',
    capHint: 'Alle Zahlungen zusammen überschreiten sie nie.',
    every: 'Höchstens einmal je',
    perPull: 'Grenze einer Zahlung',
    perPullHint: 'Leer: nur die Gesamtgrenze.',
    until: 'Endet nach',
    review: 'Das Ausgabenkonto prüfen',
    press: 'Das Ausgabenkonto anlegen',
    most: 'Kann höchstens zahlen',
    ends: 'Endet',
    noService: {
      title: 'Diese Seite hat keinen Dienst, der mitunterzeichnet',
      why: 'Jede Zahlung eines Ausgabenkontos braucht einen Mitunterzeichner. Eine Seite, die mit einem Dienst ausgeliefert wird, hat einen; die Kommandozeile auch.',
    },
  },
  fact: {
    pays: 'Bezahlt nur',
    cap: 'Grenze',
    spent: 'Ausgegeben',
    left: 'Bis zur Grenze übrig',
    holds: 'Enthält',
    unknown: 'sein Token hat nicht geantwortet',
    until: 'Bis',
    takes: (amount, span) => `höchstens ${amount}, einmal je ${span}`,
    next: 'Nächste Zahlung',
    now: 'jetzt möglich',
    cosigner: 'Mitunterzeichner',
    service: 'der Dienst dieser Seite',
    address: 'Seine Adresse',
  },
  missing: {
    title: 'Das ist kein Ausgabenkonto',
    why: 'Es wurde von keinem bekannten Vertrag dieses Netzes angelegt. Schicken Sie kein Geld dorthin.',
    back: 'Alle Ausgabenkonten',
  },
  caution: {
    sweepable: {
      title: 'Es enthält Geld, das es nie ausgeben kann',
      why: 'Holen Sie es zurück: Das geht jederzeit und braucht keinen Mitunterzeichner.',
      others: 'Der Eigentümer kann es jederzeit zurückholen.',
    },
    foreign_token: {
      title: 'Sein Token ist nicht USDC',
      why: 'Der Mitunterzeichner unterschreibt nur für USDC, und die Beträge hier sind in diesem anderen Token.',
    },
    foreign_cosigner: {
      title: 'Es nennt einen anderen Mitunterzeichner als diese Seite',
      why: 'Diese Seite kann nicht daraus zahlen. Holen Sie das Geld zurück und legen Sie ein neues an.',
      others: 'Diese Seite kann nicht daraus zahlen.',
    },
  },
  stranger: 'Es gehört einem anderen Konto als dem verbundenen. Sie können es ansehen.',
  acts: {
    fund: 'Einlegen',
    pay: 'Zahlen',
    pull: 'Zahlung einziehen',
    bind: 'Zahlungen erlauben',
    sweep: 'Zurückholen',
  },
  actWhy: {
    fund: 'Es verlässt Ihre Wallet. Sie können es jederzeit zurückholen.',
    pay: 'Der Mitunterzeichner prüft den Empfänger, bevor er unterschreibt. Lehnt er ab, wird nichts bezahlt.',
    pull: 'Sie sind der Empfänger. Der Mitunterzeichner prüft, ob die Zahlung fällig ist.',
    bind: 'Sie unterschreiben einmal. Bis zum Enddatum prüft der Mitunterzeichner dann jede Zahlung anhand des Verlaufs dieser Wallet, auch wenn Sie offline sind. Es kostet nichts.',
    sweep: 'Alles, was darin ist, geht an Ihre Wallet. Unterschriebene und nicht ausgeführte Zahlungen verfallen.',
  },
  presses: {
    fund: (amount) => `${amount} einlegen`,
    pay: (amount) => `${amount} zahlen`,
    pull: (amount) => `${amount} einziehen`,
    bind: () => 'Die Erlaubnis unterschreiben',
    sweep: (amount) => `${amount} zurückholen`,
  },
  proof:
    'Ihre Wallet unterschreibt zuerst einen Text, der dem Mitunterzeichner sagt, wer fragt. Das kostet nichts und bewegt nichts.',
  asking: 'Der Mitunterzeichner wird gefragt\u00a0…',
  done: {
    create: 'Es ist angelegt. Legen Sie Geld ein, um es zu benutzen.',
    fund: 'Das Geld ist eingezahlt.',
    pay: 'Es ist bezahlt.',
    pull: 'Die Zahlung ist angekommen.',
    bind: 'Der Empfänger kann von jetzt an einziehen, was fällig ist.',
    sweep: 'Das Geld ist wieder in Ihrer Wallet.',
  },
  veto: {
    title: 'Der Mitunterzeichner hat nicht unterschrieben. Nichts wurde bezahlt.',
    why: {
      vault: 'Sie können das Geld jederzeit zurückholen; dafür braucht es keinen Mitunterzeichner.',
      payee:
        'Das Geld bleibt auf dem Ausgabenkonto, und dessen Eigentümer kann es zurückholen. Fragen Sie ihn, wie es weitergeht.',
    },
    reason: {
      unknown_account: 'Er kennt das nicht als Ausgabenkonto.',
      foreign_cosigner: 'Das Ausgabenkonto nennt einen anderen Mitunterzeichner.',
      token_not_allowed: 'Für diesen Token unterschreibt er nicht.',
      owner_not_bound:
        'Es ließ sich nicht prüfen, mit wessen Zahlungen zu vergleichen ist. Unterschreiben Sie als Eigentümer, und prüfen Sie die Uhr dieses Geräts.',
      mode_mismatch: 'Das Ausgabenkonto macht diese Art von Zahlung nicht.',
      over_limit: 'Bis zur Grenze ist weniger als dieser Betrag übrig.',
      over_pull_cap: 'Der Betrag ist höher, als eine Zahlung sein darf.',
      too_soon: 'Die nächste Zahlung ist noch nicht fällig.',
      expired: 'Das Ausgabenkonto ist abgelaufen oder läuft gleich ab.',
      not_funded: 'Es enthält weniger als den Betrag.',
      simulation_failed: 'Die Zahlung würde auf der Kette scheitern.',
      simulation_unavailable:
        'Die Zahlung ließ sich auf der Kette nicht erproben. Versuchen Sie es später noch einmal.',
      risk_blocked: 'Die Prüfung hat etwas gegen den Empfänger gefunden.',
      risk_unavailable: 'Die Prüfung des Empfängers war unvollständig. Versuchen Sie es später noch einmal.',
      cosigner_unavailable: 'Der Mitunterzeichner hat nicht geantwortet. Versuchen Sie es noch einmal.',
      cosigner_garbled: 'Der Mitunterzeichner hat eine unlesbare Antwort gegeben.',
      cosigner_mismatch:
        'Der Mitunterzeichner hat etwas anderes unterschrieben oder ist nicht der, den das Ausgabenkonto nennt. Benutzen Sie ihn nicht mehr.',
      other: 'Er hat einen Grund genannt, den diese Seite nicht kennt.',
    },
    payeeReason: {
      owner_not_bound: 'Der Eigentümer hat noch keine Zahlungen erlaubt, oder die Erlaubnis ist abgelaufen.',
      risk_blocked: 'Die Prüfung hat etwas gegen Sie als Empfänger gefunden.',
    },
  },
  hidden: {
    title: 'Verborgene Ausgabenkonten',
    why: 'Sie gehören Adressen, die nur Ihre Wallet berechnen kann; die Kette verbindet sie nicht mit Ihnen. Ihre Wallet unterschreibt zweimal einen Text; die Schlüssel daraus bleiben im Arbeitsspeicher dieser Seite und werden vergessen, wenn Sie 15 Minuten nichts tun.',
    unlock: 'Verborgene Ausgabenkonten öffnen',
    asking: 'Unterschreiben Sie den Text in Ihrer Wallet, zweimal\u00a0…',
    again:
      'Unterschreiben Sie ihn noch einmal, damit die Seite sieht, dass Ihre Wallet jedes Mal gleich unterschreibt.',
    unable:
      'Ihre Wallet hat denselben Text auf zwei Arten unterschrieben. Schlüssel daraus gingen verloren, deshalb gibt es mit ihr keine verborgenen Ausgabenkonten.',
    contract:
      'Das verbundene Konto hat Code. Seine Unterschriften können sich ändern, und Schlüssel daraus gingen verloren.',
    open: 'Verborgene Ausgabenkonten sind geöffnet',
    forget: 'Die Schlüssel vergessen',
    searching: (done, total, step) =>
      step === 'announcements'
        ? `Ankündigungen werden gelesen: ${count(done)} von ${count(total)} Blöcken`
        : step === 'recognition'
          ? `Wird verglichen: ${count(done)} von ${count(total)} Ankündigungen`
          : 'Es wird geprüft, was die Kette belegt\u00a0…',
    none: 'Für diese Schlüssel wurde keines angekündigt.',
    unproven: 'nicht belegt: legen Sie kein Geld ein',
  },
  owner: {
    label: 'Eigentümer',
    choice: { wallet: 'Diese Wallet', hidden: 'Verborgene Adresse' },
    why: {
      wallet: 'Wer die Kette liest, kann erraten, dass das Konto Ihnen gehört.',
      hidden:
        'Eine neue Adresse, die nur Ihre Wallet berechnen kann. Sie wird angekündigt, damit Sie sie wiederfinden. Ihre Wallet sendet beide Transaktionen, und das ist für alle sichtbar.',
    },
  },
  announce: {
    lead: 'Schritt 1 von 2: ankündigen. Ohne Ankündigung könnte der Schlüssel nicht wieder berechnet werden.',
    press: 'Ankündigen',
  },
  open: {
    fund: {
      arrived: 'Das Ausgabenkonto enthält es jetzt.',
      missing:
        'Es ist noch nicht da. Sehen Sie in Ihre Wallet, bevor Sie noch einmal einlegen; einen doppelten Betrag können Sie zurückholen.',
    },
    pull: {
      arrived: 'Sie wurde eingezogen und ist in Ihrer Wallet.',
      missing: 'Sie wurde noch nicht eingezogen. Sehen Sie in Ihre Wallet, bevor Sie sie noch einmal einziehen.',
    },
    sweep: {
      arrived: 'Das Ausgabenkonto ist leer: Es gibt nichts mehr zurückzuholen.',
    },
  },
}
