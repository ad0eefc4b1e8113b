import { Loading } from "@ops/platform/ui/loading.tsx"
import { Button } from "@ops/platform/ui/button.tsx"
import { count } from "@ops/platform/text.ts"
import { useApi } from "@ops/reporting/web/client.ts"
import { Bell, CloudOff, HardHat, History, Landmark, Link as LinkSign, MapPin, ShieldCheck, Utensils, Wrench } from "lucide-react"
import { type ReactNode, useEffect, useId } from "react"
import { Link } from "react-router-dom"
import { useCompany } from "../company.ts"
import "./landing.css"

const Chapter = ({ title, children }: { title: string; children: ReactNode }) => {
  const id = useId()
  return (
    <section className="chapter" id={title.toLowerCase()} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <div>{children}</div>
    </section>
  )
}

/** In the order of the services: they are the company's, their number is fixed. */
const signs = [Utensils, Wrench, HardHat, Landmark, MapPin, Bell]

const numbers = new Intl.NumberFormat("en-US")
/** What the demonstration has today; nothing for a company's own installation. */
const KeyFigures = () => {
  const of = useApi("GET /api/landing").data
  if (!of) return null
  const { sites, mealsPlanned, events } = of
  return (
    <dl className="hero-figures" aria-label="Today">
      {(
        [
          [sites, `${count(sites, "site").replace(/^\S+ /, "")}, one ledger`],
          [mealsPlanned, "meals planned today"],
          [events, "events on the record"],
        ] as const
      ).map(([value, words]) => (
        <div key={words}>
          <dt>{words}</dt>
          <dd className="num">{numbers.format(value)}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The product's main advantages; each with a screenshot taken by `tools/pictures/take.ts`. */
const proofs = [
  {
    picture: "past",
    icon: History,
    title: "Go back to any moment",
    text: "Pick a date and time. Every list, figure and document shows what was recorded then, and nothing that came later.",
  },
  {
    picture: "explain",
    icon: LinkSign,
    title: "Every figure explained",
    text: "Tap a number to see its formula, its parts and the records behind it, down to the meal that was served.",
  },
  {
    picture: "proof",
    icon: ShieldCheck,
    title: "History, sealed every day",
    text: "If any record is changed afterwards, the check shows it. One button checks everything, and an auditor can repeat the check without us.",
  },
  {
    picture: "kiosk",
    icon: CloudOff,
    title: "Works without a connection",
    text: "Meals, counts and requests are kept on the device and sent when the connection returns. Nothing is counted twice.",
  },
] as const

/** The company's presentation for visitors who are not signed in. Its texts are the company's settings; the pictures show the product itself. */
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
        <nav aria-label="This page">
          <a href="#services">What it does</a>
          <a href="#proof">Proof</a>
          <a href="#about">About</a>
          <a href="#contact">Contact</a>
        </nav>
        <Button asChild kind="primary">
          <Link to="/biometric-login">Sign in</Link>
        </Button>
      </header>
      <section className="hero">
        <div>
          <h1>{company?.tagline ?? "\u00a0"}</h1>
          <p>Every camp, every meal and every dollar in one ledger, from the camp kitchen to the support office.</p>
          <Button asChild kind="primary" large>
            <Link to="/biometric-login">Access System</Link>
          </Button>
          <KeyFigures />
        </div>
        <div className="hero-pictures">
          <img src="/pictures/today.webp" width={1080} height={675} alt="The dashboard: figures of the day, alerts and money" />
          <img src="/pictures/phone.webp" width={390} height={844} alt="The same on a supervisor's phone, starting with the next meal" />
        </div>
      </section>
      <section className="proofs" id="proof" aria-label="Proof">
        {proofs.map(({ picture, icon: Icon, title, text }) => (
          <article key={picture}>
            <img src={`/pictures/${picture}.webp`} width={780} height={364} loading="lazy" alt="" />
            <h2>
              <Icon size={20} strokeWidth={1.75} aria-hidden /> {title}
            </h2>
            <p>{text}</p>
          </article>
        ))}
      </section>
      {company ? (
        <>
          <Chapter title="Services">
            <ol className="services">
              {company.services.map((service, n) => {
                const Sign = signs[n % signs.length]!
                return (
                  <li key={service.title}>
                    <h3>
                      <Sign size={17} strokeWidth={1.75} aria-hidden /> {service.title}
                    </h3>
                    <p>{service.text}</p>
                  </li>
                )
              })}
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
