import type { ScanWords } from './ScanWords.js'

export const scan: ScanWords = {
  title: 'QR-Code scannen',
  lead: 'Ein Link zum Einlösen, ein Zahlungslink, eine Zahlungsanforderung oder eine Adresse. Beim Lesen wird nichts eingelöst und nichts bezahlt.',
  camera: {
    starting: 'Wartet auf die Kamera. Vielleicht fragt Ihr Browser, ob er sie freigeben soll.',
    looking: 'Halten Sie den Code vor die Kamera.',
    none: 'Noch kein Code zu sehen. Gehen Sie näher heran, sorgen Sie für Licht, oder nehmen Sie einen der Wege unten.',
  },
  fault: {
    refused: {
      title: 'Die Kamera ist nicht freigegeben',
      why: 'Geben Sie die Kamera im Browser für diese Seite frei und versuchen Sie es noch einmal, oder wählen Sie ein Bild.',
    },
    absent: {
      title: 'Keine Kamera gefunden',
      why: 'Dieses Gerät hat keine, oder der Browser bietet dieser Seite keine an. Wählen Sie ein Bild.',
    },
    busy: {
      title: 'Die Kamera liefert kein Bild',
      why: 'Vielleicht benutzt sie ein anderes Programm. Schließen Sie es und versuchen Sie es noch einmal, oder wählen Sie ein Bild.',
    },
  },
  again: 'Kamera noch einmal versuchen',
  foreign: {
    title: 'Dieser Code ist nicht für Holdfast',
    why: 'Er wurde gelesen und nicht geöffnet. Sein Inhalt:',
  },
  without: 'Ohne Kamera',
  picture: 'Bild wählen',
  pictureHint: 'Ein Foto oder Bildschirmfoto des Codes. Es verlässt diesen Browser nicht.',
  unread:
    'In diesem Bild ist kein QR-Code zu finden. Wählen Sie eines, das den ganzen Code scharf und mit weißem Rand zeigt.',
  paste: 'Link zum Einlösen einfügen',
  type: 'Adresse eingeben',
}
