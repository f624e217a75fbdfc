import type { OpenWords } from './OpenWords.js'

export const open: OpenWords = {
  unknown: 'Es ist nicht bekannt, ob Ihre Wallet das gesendet hat.',
  absent: 'Die Kette kennt diese Transaktion nicht. Sie kann noch eintreffen.',
  reverted: 'Es wurde ausgeführt und schlug fehl: Es wurde kein Geld bewegt.',
  closeWhy:
    'Schließen Sie diesen Hinweis nur, wenn Sie sicher sind, dass nichts gesendet wurde. Was unterwegs ist, hält das nicht auf.',
  close: 'Diesen Hinweis schließen',
}
