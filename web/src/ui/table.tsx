import type { ReactNode } from 'react'
import { cx } from './cx'

export interface Column<R> {
  id: string
  title: string
  cell: (row: R) => ReactNode
  align?: 'end'
  /** Left out where there is only the width of a phone. */
  desk?: boolean
  /** Left out where the table itself is narrow, as in a card beside another one. */
  roomy?: boolean
  width?: string
}

export interface TableProps<R> {
  label: string
  rows: R[]
  columns: Column<R>[]
  id: (row: R) => string
  /** Opens a row's details; its first cell becomes the button for the keyboard. */
  open?: (row: R) => void
}

const HEAD = 'px-[10px] py-[8px] text-tiny leading-none font-[550] whitespace-nowrap text-ink-3 first:ps-0 last:pe-0'
// On a phone the first column gives way: it is the one with long words, and they may end in dots.
const CELL = 'border-t border-line px-[10px] py-[8px] align-middle first:ps-0 last:pe-0 max-desk:first:w-full max-desk:first:max-w-0'

function lookOf({ align, desk, roomy }: Pick<Column<unknown>, 'align' | 'desk' | 'roomy'>) {
  return cx(align === 'end' ? 'text-end' : 'text-start', desk && 'max-desk:hidden', roomy && '@max-[680px]:hidden')
}

export function Table<R>({ label, rows, columns, id, open }: TableProps<R>) {
  return (
    <div className="@container overflow-x-auto">
      <table aria-label={label} className="w-full border-collapse">
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.id} scope="col" className={cx(HEAD, lookOf(column))} style={{ width: column.width }}>
                {column.title || <span className="sr-only">Acts</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={id(row)} className={cx(open && 'group relative hover:bg-sunken/60')}>
              {columns.map((column, at) => (
                <td key={column.id} className={cx(CELL, lookOf(column))}>
                  {open && at === 0 ? (
                    <button
                      type="button"
                      data-row=""
                      onClick={() => open(row)}
                      className="block max-w-full text-start after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-link"
                    >
                      {column.cell(row)}
                    </button>
                  ) : (
                    column.cell(row)
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** The table's own shape while its rows are on their way. */
export function TableSkeleton({ rows = 5, columns = 4 }: { rows?: number; columns?: number }) {
  return (
    <div aria-hidden>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="flex items-center gap-[20px] border-t border-line py-[11px] first:border-0">
          {Array.from({ length: columns }, (_, column) => (
            <div
              key={column}
              className={cx('shimmer h-[13px]', column === 0 ? 'grow-[3]' : 'grow', column > 1 && 'max-desk:hidden')}
              style={{ flexBasis: `${20 + ((row * 7 + column * 13) % 30)}px` }}
            />
          ))}
        </div>
      ))}
    </div>
  )
}

/** Two lines of a cell: what it is, and a word about it. */
export function TwoLines({ first, second }: { first: ReactNode; second?: ReactNode }) {
  return (
    <span className="block min-w-0">
      <span className="font-[550] desk:block desk:truncate max-desk:line-clamp-2 max-desk:[overflow-wrap:anywhere]">{first}</span>
      {second && <span className="block truncate text-small text-ink-3">{second}</span>}
    </span>
  )
}
