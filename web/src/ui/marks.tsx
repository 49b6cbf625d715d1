import { useId, type ReactNode } from 'react'

/** Yellow and blue slashes on what is on its way, and on nothing else. */
export function OnTheWay({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section
      aria-label={label}
      className="relative overflow-hidden rounded-[12px] border border-[color-mix(in_srgb,var(--go)_60%,var(--line))] bg-linear-to-b from-[color-mix(in_srgb,var(--go-tint)_62%,var(--sheet))] to-sheet to-[78%] px-[18px] pt-[17px] pb-[15px]"
    >
      <div className="airmail-edge absolute inset-x-0 top-0" aria-hidden />
      {children}
    </section>
  )
}

/** A design: what will be sent has a perforated edge. */
export function Stamp({ children, tilt = 0 }: { children: ReactNode; tilt?: number }) {
  return (
    <div className="stamp inline-block text-[#131b2c]" style={{ rotate: `${tilt}deg` }}>
      {children}
    </div>
  )
}

/** A sent campaign is cancelled, because it cannot be sent again. */
export function Postmark({ place, date, time }: { place: string; date: string; time: string }) {
  const arc = useId()
  return (
    <svg viewBox="0 0 150 92" width="150" height="92" role="img" aria-label={`Sent ${date}, ${time}`} className="text-ink-2">
      <g fill="none" stroke="currentColor" strokeWidth="2">
        <circle cx="46" cy="46" r="42" />
        <circle cx="46" cy="46" r="28" strokeWidth="1.2" />
        {[26, 39, 52, 65].map((y) => (
          <path key={y} d={`M92 ${y}c8-7 14-7 20 0s12 7 18 0 10-6 16-1`} />
        ))}
      </g>
      <path id={arc} d="M12 46a34 34 0 0 1 68 0" fill="none" />
      <g fill="currentColor" className="font-sans" fontSize="8.5" fontWeight="600" letterSpacing="1">
        <text textAnchor="middle">
          <textPath href={`#${arc}`} startOffset="50%">
            {place.toUpperCase().slice(0, 18)}
          </textPath>
        </text>
        <text x="46" y="45" textAnchor="middle" fontSize="11">
          {date}
        </text>
        <text x="46" y="58" textAnchor="middle" fontSize="10">
          {time}
        </text>
      </g>
    </svg>
  )
}

/** The horn of the post. */
export function Logo({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 28 28" aria-hidden>
      <rect width="28" height="28" rx="7" fill="#F6B40E" />
      <g transform="translate(-.6 .2)">
        <g fill="none" stroke="#131B2C" strokeWidth="2.2" strokeLinecap="round" strokeLinejoin="round">
          <circle cx="11.6" cy="12.4" r="5" />
          <path d="M4.8 17.4H16" />
        </g>
        <path d="M15.6 16.2c3.2 0 5.2-1.7 6.9-4.2l2 9.6c-2.6-1.9-5.4-3-8.9-3z" fill="#131B2C" />
      </g>
    </svg>
  )
}
