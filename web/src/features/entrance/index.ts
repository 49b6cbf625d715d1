export { ClaimScreen } from './claim'
export { InvitationScreen } from './invitation'
export { ResetScreen } from './reset'
