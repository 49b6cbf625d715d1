export { DomainScreen } from './domain'
export { DomainsScreen } from './screen'
