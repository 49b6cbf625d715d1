import { Download } from 'lucide-react'
import { SHOWN_SOURCE, useMailSource } from '@/api/captured-mails'
import { bytes } from '@/format'
import { useBrand } from '@/shell/here'
import { Button } from '@/ui/button'
import { CodeBlock } from '@/ui/code'
import { Loaded } from '@/ui/loaded'
import { saveFile } from '@/ui/save-file'
import { Skeleton } from '@/ui/skeleton'
import { words } from './words'

/** The message byte for byte, to read and to take along. */
export function MailSource({ mailId }: { mailId: string }) {
  const source = useMailSource(useBrand()?.brandId, mailId)
  return (
    <Loaded of={source} skeleton={<Skeleton className="h-[320px] rounded-card" />}>
      {({ file, beginning }) => (
        <div className="grid gap-[10px]">
          <div className="flex flex-wrap items-center gap-[10px]">
            <span className="grow text-ink-2">{file.size > SHOWN_SOURCE && words.sourceCut(bytes(file.size))}</span>
            <Button icon={Download} onClick={() => saveFile(file, `${mailId}.eml`)}>
              {words.download}
            </Button>
          </div>
          <CodeBlock text={beginning} label={words.part.source} />
        </div>
      )}
    </Loaded>
  )
}
