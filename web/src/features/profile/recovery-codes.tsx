import { Button } from '@/ui/button'
import { CodeBlock } from '@/ui/code'
import { Acts, Dialog } from '@/ui/dialog'
import { words } from './words'

/** Shown once: the dialog is left by its button alone. */
export function RecoveryCodes({ codes, close }: { codes: string[]; close: () => void }) {
  return (
    <Dialog open title={words.factor.codes} about={words.factor.codesAbout}>
      <CodeBlock text={codes.join('\n')} label="Recovery codes" />
      <Acts>
        <Button kind="ink" onClick={close}>
          {words.factor.kept}
        </Button>
      </Acts>
    </Dialog>
  )
}
