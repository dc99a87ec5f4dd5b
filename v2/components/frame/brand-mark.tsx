/** The mark of Palimpsest: lines of an older text, and the fresh one over them. */
export function BrandMark({ size = 22 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 22 22" aria-hidden className="shrink-0">
      <rect width="22" height="22" rx="6" fill="var(--ink)" />
      <g stroke="var(--sheet)" strokeWidth="2" strokeLinecap="round" opacity="0.36">
        <path d="M6 7h10M6 15h6" />
      </g>
      <path d="M6 11h7.5" stroke="var(--brand)" strokeWidth="2.6" strokeLinecap="round" />
      <circle cx="16.2" cy="11" r="1.3" fill="var(--brand)" />
    </svg>
  )
}
