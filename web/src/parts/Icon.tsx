/** Pictures of the page. Each is beside words that say the same. */
export function Mark() {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="#0d5c54" />
      <path d="M11 8v16M21 8v16M11 16h10" stroke="#fff" strokeWidth="3" strokeLinecap="round" fill="none" />
      <circle cx="16" cy="16" r="4.5" fill="#0d5c54" stroke="#fff" strokeWidth="3" />
    </svg>
  )
}

export function Tick() {
  return (
    <svg className="tick" viewBox="0 0 20 20" aria-hidden="true" fill="none" stroke="currentColor" strokeWidth="2">
      <path d="m4.5 10.5 3.6 3.6 7.4-8" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  )
}

export function Octagon() {
  return (
    <svg className="octagon" viewBox="0 0 48 48" aria-hidden="true">
      <path
        d="M15 2h18l13 13v18L33 46H15L2 33V15Z"
        fill="none"
        stroke="currentColor"
        strokeWidth="3.5"
        strokeLinejoin="round"
      />
      <path d="M24 12v14" stroke="currentColor" strokeWidth="5" strokeLinecap="round" />
      <circle cx="24" cy="35" r="3" fill="currentColor" />
    </svg>
  )
}
