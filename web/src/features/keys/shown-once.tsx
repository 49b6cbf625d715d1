import type { NewApiKey } from '@/api/keys'
import { useBrand } from '@/shell/here'
import { Button } from '@/ui/button'
import { CodeBlock } from '@/ui/code'
import { CopyField } from '@/ui/copy-field'
import { Acts, Dialog } from '@/ui/dialog'
import { Notice } from '@/ui/notice'
import { testCall } from './model'
import { words } from './words'

/** The one time that the key itself is shown: the dialog is left by its button alone. */
export function ShownOnce({ made, close }: { made: NewApiKey; close: () => void }) {
  const brandId = useBrand()?.brandId
  return (
    <Dialog open title={words.shown} about={words.shownAbout} wide>
      <div className="grid gap-[12px]">
        {made.secret ? (
          <>
            <CopyField text={made.secret} label="API key" />
            <div className="grid gap-[5px]">
              <h3 className="text-body">{words.tryIt}</h3>
              <CodeBlock text={testCall(made.secret, made, brandId)} label="Test call" />
            </div>
          </>
        ) : (
          <Notice kind="warn">{words.lost}</Notice>
        )}
      </div>
      <Acts>
        <Button kind="ink" onClick={close}>
          {words.done}
        </Button>
      </Acts>
    </Dialog>
  )
}
