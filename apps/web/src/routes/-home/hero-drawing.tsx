/** Two phones, front and back, before the two linked rings. Drawn in the theme's own colours. */
export function HeroDrawing({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 620 470" fill="none" aria-hidden="true" className={className}>
      <circle cx="218" cy="236" r="162" stroke="var(--accent-soft)" strokeWidth="44" />
      <path d="M332 120A162 162 0 1 1 312 352" stroke="var(--warm-soft)" strokeWidth="44" strokeLinecap="round" />

      <g transform="rotate(8 390 300)">
        <rect x="290" y="92" width="196" height="408" rx="34" fill="#0b5d4d" />
        <rect x="294" y="96" width="188" height="400" rx="31" fill="#0f6d5a" />
        <rect x="310" y="112" width="84" height="92" rx="24" fill="#0b5546" />
        <circle cx="335" cy="138" r="16" fill="#062f27" />
        <circle cx="335" cy="138" r="7" fill="#2b8f78" />
        <circle cx="335" cy="179" r="16" fill="#062f27" />
        <circle cx="335" cy="179" r="7" fill="#2b8f78" />
        <circle cx="371" cy="158" r="12" fill="#062f27" />
        <circle cx="371" cy="158" r="5" fill="#2b8f78" />
        <g transform="translate(363 292) scale(1.5)">
          <circle cx="12" cy="12" r="9" stroke="#0b5546" strokeWidth="4" />
          <path d="M17.7 5.5A9 9 0 1 1 16.2 16.6" stroke="#0b5546" strokeWidth="4" strokeLinecap="round" />
        </g>
        <path d="M452 96q30 0 30 31v338q-12 8-30 10z" fill="#137a65" opacity="0.55" />
      </g>

      <g transform="rotate(-6 190 300)">
        <rect x="84" y="66" width="208" height="440" rx="38" fill="#12211c" />
        <rect x="88" y="70" width="200" height="432" rx="35" fill="#263832" />
        <rect x="95" y="77" width="186" height="418" rx="29" fill="#fbfdfc" />
        <rect x="158" y="88" width="60" height="16" rx="8" fill="#12211c" />
        <rect x="111" y="122" width="76" height="11" rx="5.5" fill="#10201b" />
        <rect x="111" y="141" width="50" height="8" rx="4" fill="#c4d1cb" />
        <rect x="111" y="164" width="154" height="138" rx="18" fill="#dff0e9" />
        <rect x="160" y="182" width="56" height="104" rx="13" fill="#f4b740" />
        <rect x="163" y="185" width="50" height="98" rx="11" fill="#fbd180" />
        <rect x="168" y="190" width="20" height="24" rx="7" fill="#e0a22c" />
        <circle cx="178" cy="197" r="4" fill="#7a5200" />
        <circle cx="178" cy="207" r="4" fill="#7a5200" />
        <rect x="111" y="318" width="98" height="11" rx="5.5" fill="#10201b" />
        <text
          x="110"
          y="362"
          fontFamily="Inter Variable, Inter Fallback, sans-serif"
          fontSize="29"
          fontWeight="800"
          letterSpacing="-0.8"
          fill="#10201b"
        >
          $249
        </text>
        <path d="M190 353h44" stroke="#9aa9a2" strokeWidth="2" />
        <rect x="190" y="348" width="44" height="9" rx="4.5" fill="#d9e2de" />
        <rect x="111" y="380" width="154" height="38" rx="19" fill="#0b5d4d" />
        <rect x="162" y="394" width="52" height="10" rx="5" fill="#ffffff" />
      </g>

      <g transform="translate(318 372)">
        <rect width="222" height="66" rx="20" fill="var(--surface)" stroke="var(--line)" strokeWidth="1.5" />
        <circle cx="36" cy="33" r="18" fill="var(--accent)" />
        <path
          d="M28 33.5l5.5 5.5L45 27.5"
          stroke="var(--on-accent)"
          strokeWidth="3.5"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
        <text
          x="66"
          y="29"
          fontFamily="Inter Variable, Inter Fallback, sans-serif"
          fontSize="15"
          fontWeight="700"
          fill="var(--ink)"
        >
          Booked and paid
        </text>
        <text x="66" y="48" fontFamily="Inter Variable, Inter Fallback, sans-serif" fontSize="13" fill="var(--muted)">
          Meet at the café, 5 pm
        </text>
      </g>
    </svg>
  )
}
