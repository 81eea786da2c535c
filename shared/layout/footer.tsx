import { useOwner } from '../owner-context.ts'
import { MenuLinks, type MenuProps } from './menu-links.tsx'

export function Footer({ year, ...menu }: MenuProps & { year: string }) {
  const { company, labels, slots } = useOwner()
  const { FooterEnd } = slots
  return (
    <footer className="r-footer">
      <div className="r-footer-row">
        <p>{`© ${year} ${company.name}`}</p>
        <nav aria-label={labels.navigation.footer}>
          <MenuLinks {...menu} />
        </nav>
        {FooterEnd && <FooterEnd />}
      </div>
    </footer>
  )
}
