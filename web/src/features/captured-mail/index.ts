export { CapturedMailScreen } from './screen'
export { MailScreen } from './mail'
