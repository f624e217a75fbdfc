import { Screen } from '../app/Screen.js'
import { type ScanProps, ScanView } from '../screens/scan/ScanView.js'
import { useScanWords } from '../words/useScanWords.js'
import type { CellsOf } from './Cell.js'

export type ScanCells = { scan: ScanProps['camera'] | 'foreign' | 'unread' }

export const scanCells: CellsOf<ScanCells> = {
  scan: {
    looking: () => <Scan />,
    starting: () => <Scan camera="starting" />,
    none: () => <Scan camera="none" />,
    refused: () => <Scan camera="refused" />,
    absent: () => <Scan camera="absent" />,
    busy: () => <Scan camera="busy" />,
    foreign: () => <Scan foreign="https://shop.example/menu?table=12" />,
    unread: () => <Scan camera="absent" isPictureUnread />,
  },
}

const nothing = () => {}

function Scan(props: Partial<ScanProps>) {
  const { title, lead } = useScanWords()
  return (
    <Screen title={title} lead={lead}>
      <ScanView
        camera="looking"
        foreign={undefined}
        isPictureUnread={false}
        onAgain={nothing}
        onPicture={nothing}
        {...props}
      >
        <video muted playsInline />
      </ScanView>
    </Screen>
  )
}
