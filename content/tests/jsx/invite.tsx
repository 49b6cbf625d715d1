import { Html, Head, Preview, Body, Container, Section, Heading, Text, Button, Link, Img, Hr, Tailwind, Row, Column, Font, CodeBlock, CodeInline, Markdown, pixelBasedPreset } from "@react-email/components";

enum Role { Admin = "admin", Member = "member" }
type Props = { inviter?: string; role?: Role };

export default function Invite({ inviter = "Grace <g@example.com>", role = Role.Admin }: Props): JSX.Element {
  return (
    <Html>
      <Head>
        <title>Join &amp; build</title>
        <Font fontFamily="Roboto" fallbackFontFamily="Verdana" webFont={{ url: "https://fonts.example.com/roboto.woff2", format: "woff2" }} />
      </Head>
      <Preview>Join the team</Preview>
      <Tailwind config={{ presets: [pixelBasedPreset], theme: { extend: { colors: { brand: { DEFAULT: "#7c3aed", dark: "#4c1d95" } }, spacing: { gutter: "18px" } } } }}>
        <Body className="bg-gray-100 my-auto mx-auto font-sans px-2">
          <Container className="border border-solid border-[#eaeaea] rounded-lg my-[40px] mx-auto p-5 max-w-[465px] bg-white sm:p-8 dark:bg-slate-900">
            <Heading className="text-brand text-2xl font-normal text-center p-0 my-8 mx-0">Join <strong>Acme</strong></Heading>
            <Text className="text-black/80 text-sm leading-6 px-gutter custom-note">Hello from {inviter}, you are <CodeInline>{role}</CodeInline>.</Text>
            <Section className="text-center mt-8 mb-8">
              <Row><Column align="right" className="w-1/2 pr-2 align-middle"><Img className="rounded-full" src="https://cdn.example.com/a.png" width="64" height="64" alt="you" /></Column><Column className="w-1/2">x</Column></Row>
              <Button className="bg-brand hover:bg-brand-dark rounded text-white text-xs font-semibold no-underline text-center px-5 py-3" href="https://example.com/join">Join the team</Button>
            </Section>
            <Hr className="border border-solid border-[#eaeaea] my-[26px] mx-0 w-full" />
            <CodeBlock code={"const a = 1 < 2;\nrun(a);"} language="javascript" lineNumbers />
            <Markdown markdownCustomStyles={{ h2: { color: "red" } }}>{`## Notes\n\nHi **you** <script>alert(1)</script> [link](https://example.com?a=1&b=2)\n\n- one\n- two`}</Markdown>
            <Text className="text-[#666666] text-[12px] leading-[24px] md:text-base 2xl:p-4 unknown">Total {(1234.5).toLocaleString("en-US", { style: "currency", currency: "USD" })} on {new Date(Date.UTC(2024, 1, 9)).toLocaleDateString("en-US", { dateStyle: "long" })}</Text>
          </Container>
        </Body>
      </Tailwind>
    </Html>
  );
}
