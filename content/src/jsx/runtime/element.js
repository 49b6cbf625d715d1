// Elements, hooks and contexts, as far as a mail that is rendered once needs them.

const ELEMENT = Symbol("element");
const CONTEXT = Symbol("context");
export const Fragment = Symbol("Fragment");

/** Something that a template may not or cannot do. `place` is where, if it is known here. */
export class Refusal extends Error {
  constructor(message, place) {
    super(message);
    this.refused = true;
    this.place = place;
  }
}

function element(type, props, source) {
  const place = source && { line: source.lineNumber, column: source.columnNumber };
  return { kind: ELEMENT, type, props, place };
}

export const isValidElement = (value) => value !== null && typeof value === "object" && value.kind === ELEMENT;

/** What compiled JSX calls; it brings along where the element stands. */
export function jsxDEV(type, props, _key, _isStatic, source) {
  const { ref: _ref, ...rest } = props;
  return element(type, { ...type?.defaultProps, ...rest }, source);
}
export const jsx = jsxDEV;
export const jsxs = jsxDEV;

export function createElement(type, config, ...children) {
  const { key: _key, ref: _ref, __self, __source, ...props } = config ?? {};
  if (children.length === 1) props.children = children[0];
  if (children.length > 1) props.children = children;
  return element(type, { ...type?.defaultProps, ...props }, __source);
}

export function cloneElement(original, config, ...children) {
  const { key: _key, ref: _ref, ...props } = { ...original.props, ...config };
  if (children.length === 1) props.children = children[0];
  if (children.length > 1) props.children = children;
  return { ...original, props };
}

function toArray(children) {
  if (children === null || children === undefined || typeof children === "boolean") return [];
  return Array.isArray(children) ? children.flatMap(toArray) : [children];
}

export const Children = {
  toArray,
  count: (children) => toArray(children).length,
  map: (children, visit) => toArray(children).map((child, index) => visit(child, index)),
  forEach: (children, visit) => toArray(children).forEach((child, index) => visit(child, index)),
  only(children) {
    if (!isValidElement(children)) throw new Refusal("Children.only was given something other than one element");
    return children;
  },
};

// Contexts. A provider sets the value while what is inside it renders.

export function createContext(initial) {
  const context = { kind: CONTEXT, value: initial };
  context.Provider = context;
  context.Consumer = ({ children }) => children(context.value);
  return context;
}
export const isContext = (type) => type !== null && typeof type === "object" && type.kind === CONTEXT;
export const useContext = (context) => context.value;

export function use(resource) {
  if (isContext(resource)) return resource.value;
  throw new Refusal("`use` reads contexts only: a template cannot wait for anything");
}

// Hooks give their first value: there is no second render.

const nothing = () => {};
let ids = 0;

export const useState = (initial) => [typeof initial === "function" ? initial() : initial, nothing];
export const useReducer = (_reducer, initial, init) => [init ? init(initial) : initial, nothing];
export const useMemo = (compute) => compute();
export const useCallback = (callback) => callback;
export const useRef = (initial) => ({ current: initial });
export const createRef = () => ({ current: null });
export const useId = () => `r${++ids}`;
export const useEffect = nothing;
export const useLayoutEffect = nothing;
export const useInsertionEffect = nothing;
export const useImperativeHandle = nothing;
export const useDebugValue = nothing;
export const useDeferredValue = (value) => value;
export const useTransition = () => [false, nothing];
export const startTransition = nothing;
export const useSyncExternalStore = (_subscribe, now, atServer) => (atServer ?? now)();

// Wrappers.

export const memo = (component) => component;
export const forwardRef = (render) => Object.assign((props) => render(props, null), { displayName: render.name });
export const Suspense = Fragment;
export const StrictMode = Fragment;
export const Profiler = Fragment;

export function lazy() {
  throw new Refusal("`lazy` is not supported: a template is one file");
}

export class Component {
  constructor(props) {
    this.props = props;
  }
}
Component.prototype.isReactComponent = true;
export class PureComponent extends Component {}
