import { cx } from './cx'

/** A place that something will take in a moment. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={cx('shimmer', className ?? 'h-[14px] w-[120px]')} />
}

export function FormSkeleton({ fields = 2 }: { fields?: number }) {
  return (
    <div aria-hidden className="grid gap-[16px]">
      {Array.from({ length: fields }, (_, at) => (
        <div key={at} className="grid gap-[7px]">
          <Skeleton className="h-[12px] w-[90px]" />
          <Skeleton className="h-[34px]" />
        </div>
      ))}
    </div>
  )
}
