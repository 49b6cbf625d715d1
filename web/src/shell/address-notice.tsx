import { lazy, Suspense, useState } from 'react'
import { Button } from '@/ui/button'
import { Notice } from '@/ui/notice'
import { useSignedIn } from './here'

// Asked for once in the life of an installation: no part of the first load.
const AddressDialog = lazy(async () => ({ default: (await import('@/features/profile/address')).AddressDialog }))

/** The first owner of an older version has an address that gets no mail, and without one no way back in. */
export function AddressNotice() {
  const { person } = useSignedIn()
  const [open, setOpen] = useState(false)
  if (!person.needsAddress) return null
  return (
    <div className="px-[14px] pt-[10px] desk:px-[20px]">
      <Notice
        kind="warn"
        act={
          <Button small onClick={() => setOpen(true)}>
            Give an address
          </Button>
        }
      >
        Your account has no address that gets mail: {person.email} is a stand-in. If you forget the password, nothing can be sent to you.
      </Notice>
      {open && (
        <Suspense>
          <AddressDialog close={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}
