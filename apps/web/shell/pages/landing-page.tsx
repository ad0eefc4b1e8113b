import { Loading } from "@ops/platform/ui/loading.tsx"
import { Button } from "@ops/platform/ui/button.tsx"
import { type ReactNode, useEffect, useId } from "react"
import { Link } from "react-router-dom"
import { useCompany } from "../company.ts"
import { SiteMap } from "../site-map.tsx"

const Chapter = ({ title, children }: { title: string; children: ReactNode }) => {
  const id = useId()
  return (
    <section className="chapter" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <div>{children}</div>
    </section>
  )
}

/** What the company does, for whoever is not signed in. All words are the company's settings. */
const LandingPage = () => {
  const company = useCompany()
  useEffect(() => {
    if (company) document.title = company.name
  }, [company])
  return (
    <main className="landing">
      <header className="landing-head">
        <span className="mark" aria-hidden />
        <b>{company?.name ?? "\u00a0"}</b>
      </header>
      <section className="hero">
        <div>
          <h1>{company?.tagline ?? "\u00a0"}</h1>
          <p>Catering, facilities and construction at three sites, kept in one ledger from the camp kitchen to the support office.</p>
          <Button asChild kind="primary" large>
            <Link to="/biometric-login">Access System</Link>
          </Button>
        </div>
        <SiteMap />
      </section>
      {company ? (
        <>
          <Chapter title="Services">
            <ol className="services">
              {company.services.map((service) => (
                <li key={service.title}>
                  <h3>{service.title}</h3>
                  <p>{service.text}</p>
                </li>
              ))}
            </ol>
          </Chapter>
          <Chapter title="About">
            <dl className="about">
              <div>
                <dt>Vision</dt>
                <dd>{company.vision}</dd>
              </div>
              <div>
                <dt>Mission</dt>
                <dd>{company.mission}</dd>
              </div>
              <div>
                <dt>Core services</dt>
                <dd>{company.services.map((service) => service.title).join(", ")}</dd>
              </div>
            </dl>
          </Chapter>
          <Chapter title="Contact">
            <dl className="about">
              {company.email && (
                <div>
                  <dt>E-mail</dt>
                  <dd>
                    <a className="link" href={`mailto:${company.email}`}>
                      {company.email}
                    </a>
                  </dd>
                </div>
              )}
              {company.phone && (
                <div>
                  <dt>Phone</dt>
                  <dd>
                    <a className="link num" href={`tel:${company.phone.replaceAll(" ", "")}`}>
                      {company.phone}
                    </a>
                  </dd>
                </div>
              )}
              {company.address && (
                <div>
                  <dt>Address</dt>
                  <dd>{company.address}</dd>
                </div>
              )}
            </dl>
          </Chapter>
        </>
      ) : (
        <Loading rows={6} />
      )}
      <footer className="landing-foot" />
    </main>
  )
}

export default LandingPage
