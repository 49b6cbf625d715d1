import { curlOf } from '@/curl'
import { CodeBlock } from '@/ui/code'
import { CopyField } from '@/ui/copy-field'
import { Dialog } from '@/ui/dialog'
import type { Found } from './found'
import { useBrand } from './here'

/** Something that was found and has no screen yet: what it is, and how it is reached meanwhile. */
export function FoundThing({ thing, close }: { thing: Found; close: () => void }) {
  const brandId = useBrand()?.brandId
  const about = [thing.kind.one, thing.note].filter(Boolean).join(', ')
  return (
    <Dialog open onClose={close} title={thing.name} about={`${about}. It has no screen here yet; the API knows it by this id.`} wide>
      <div className="grid gap-[12px]">
        <CopyField text={thing.id} label="Id" />
        <div className="grid gap-[5px]">
          <h3 className="text-body">Read it with a key</h3>
          <CodeBlock text={curlOf(thing.path, '$POSTRIDER_KEY', brandId)} label="Call" />
        </div>
      </div>
    </Dialog>
  )
}
