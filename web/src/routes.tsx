import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
  retainSearchParams,
  type RouteComponent,
} from '@tanstack/react-router'
import { Entrance } from './features/entrance/entrance'
import { Inside } from './shell/inside'
import { NotFound, ScreenFailed } from './shell/faults'

type Search = Record<string, string>

const root = createRootRoute({
  component: Outlet,
  notFoundComponent: NotFound,
  validateSearch: (search: Search): Search => search,
  search: { middlewares: [retainSearchParams(['brand'])] },
})

/** Ways in, for whoever is not signed in yet. */
const entrance = createRoute({ getParentRoute: () => root, id: 'entrance', component: Entrance })
const inside = createRoute({ getParentRoute: () => root, id: 'inside', component: Inside })

const enter = (path: string, component: RouteComponent) => createRoute({ getParentRoute: () => entrance, path, component })
const screen = (path: string, component: RouteComponent) => createRoute({ getParentRoute: () => inside, path, component })

const entry = () => import('./features/entrance')
const domains = () => import('./features/domains')
const captured = () => import('./features/captured-mail')

const settings = createRoute({
  getParentRoute: () => inside,
  path: '/settings',
  component: lazyRouteComponent(() => import('./features/settings/screen'), 'SettingsScreen'),
})
const tab = (path: string, component: RouteComponent) => createRoute({ getParentRoute: () => settings, path, component })

const tree = root.addChildren([
  entrance.addChildren([
    enter('/claim', lazyRouteComponent(entry, 'ClaimScreen')),
    enter('/reset', lazyRouteComponent(entry, 'ResetScreen')),
    enter('/invitation', lazyRouteComponent(entry, 'InvitationScreen')),
  ]),
  inside.addChildren([
    screen('/', lazyRouteComponent(() => import('./features/home/screen'), 'HomeScreen')),
    screen('/welcome', lazyRouteComponent(() => import('./features/brands/welcome'), 'WelcomeScreen')),
    screen('/domains', lazyRouteComponent(domains, 'DomainsScreen')),
    screen('/domains/$domainId', lazyRouteComponent(domains, 'DomainScreen')),
    screen('/captured-mail', lazyRouteComponent(captured, 'CapturedMailScreen')),
    screen('/captured-mail/$mailId', lazyRouteComponent(captured, 'MailScreen')),
    screen('/captured-mail/notices', lazyRouteComponent(captured, 'CapturedMailScreen')),
    screen('/captured-mail/notices/$mailId', lazyRouteComponent(captured, 'MailScreen')),
    settings.addChildren([
      createRoute({
        getParentRoute: () => settings,
        path: '/',
        beforeLoad: () => {
          throw redirect({ to: '/settings/profile', replace: true })
        },
      }),
      tab('/profile', lazyRouteComponent(() => import('./features/profile/tab'), 'ProfileTab')),
      tab('/people', lazyRouteComponent(() => import('./features/people/tab'), 'PeopleTab')),
      tab('/keys', lazyRouteComponent(() => import('./features/keys/tab'), 'KeysTab')),
      tab('/brands', lazyRouteComponent(() => import('./features/brands/tab'), 'BrandsTab')),
      tab('/usage', lazyRouteComponent(() => import('./features/usage/tab'), 'UsageTab')),
      tab('/audit-log', lazyRouteComponent(() => import('./features/audit-log/tab'), 'AuditLogTab')),
    ]),
  ]),
  ...(import.meta.env.DEV
    ? [createRoute({ getParentRoute: () => root, path: '/dev/ui', component: lazyRouteComponent(() => import('./ui/gallery'), 'Gallery') })]
    : []),
])

export function makeRouter() {
  return createRouter({
    routeTree: tree,
    basepath: '/app',
    defaultPreload: 'intent',
    defaultErrorComponent: ScreenFailed,
    scrollRestoration: true,
    // Plain words in the address: a brand's id is never a number, whatever it looks like.
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: (search) => {
      const pairs = Object.entries(search).filter(([, value]) => typeof value === 'string' && value !== '') as [string, string][]
      const text = new URLSearchParams(pairs).toString()
      return text ? `?${text}` : ''
    },
  })
}
