import type { SeenInvitation } from '@/api/invitations'

const ROLES: Record<string, string> = { viewer: 'a viewer', editor: 'an editor', admin: 'an admin', owner: 'an owner' }

export const words = {
  fields: {
    email: 'Email address',
    name: 'Your name',
    password: 'Password',
    newPassword: 'New password',
    passwordHint: '12 characters or more. A few words in a row are good.',
  },
  signIn: { title: 'Sign in', verb: 'Sign in', forgot: 'Forgot it?', refused: 'Look at both again. If the password is gone, a link by mail leads to a new one.' },
  unclaimed: {
    title: 'Nobody owns this yet',
    about: 'Open the link that the first start printed, or wrote to the file first-start of its data folder. Whoever opens it becomes the owner.',
    lost: 'It holds for a day. Another one is made on the server by: postrider user link EMAIL',
  },
  forgot: {
    title: 'A new password',
    about: 'A link to choose one goes to your address.',
    verb: 'Send the link',
    asked: 'If the address belongs to somebody here, the link is on its way to it. It holds for an hour.',
    back: 'Back to signing in',
  },
  claim: {
    title: 'Make it yours',
    about: 'With this link you become the owner of this server’s organization. You sign in with your address from now on.',
    verb: 'Become the owner',
    again: 'Choose a new password',
    againAbout: 'Whatever was signed in with the old one is signed out.',
    againVerb: 'Set the password',
  },
  reset: {
    title: 'Choose a new password',
    about: 'Whatever was signed in with the old one is signed out.',
    verb: 'Set the password',
  },
  link: {
    title: 'This link does not work',
    about: 'It was used, has expired, or is not whole. Copy all of it, or ask for another.',
    home: 'Sign in',
  },
  invitation: {
    title: (organization: string) => `Join ${organization}`,
    about: ({ email, role }: SeenInvitation) => `You are invited as ${ROLES[role] ?? role}, and sign in as ${email}.`,
    own: 'You have an account here: give its password.',
    verb: (organization: string) => `Join ${organization}`,
  },
}
