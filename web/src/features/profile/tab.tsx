import { useSignedIn } from '@/shell/here'
import { Appearance } from './appearance'
import { PasswordCard } from './password'
import { SecondFactorCard } from './second-factor'
import { SessionsCard } from './sessions'
import { NameCard } from './name'

export function ProfileTab() {
  const { person } = useSignedIn()
  return (
    <>
      <div className="grid items-start gap-[14px] wide:grid-cols-2">
        <NameCard key={person.email} />
        <PasswordCard />
        <SecondFactorCard />
        <Appearance />
      </div>
      <SessionsCard />
    </>
  )
}
