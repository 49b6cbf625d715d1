import * as React from "react";
import { Html, Head, Preview, Body, Container, Section, Row, Column, Heading, Text, Button, Link, Img, Hr } from "@react-email/components";

interface WelcomeProps {
  name?: string;
  steps?: ReadonlyArray<{ id: number; title: string }>;
}

const baseUrl = process.env.VERCEL_URL ? `https://${process.env.VERCEL_URL}` : "https://cdn.example.com";

export const Welcome = ({ name = "there", steps = [] }: WelcomeProps) => (
  <Html lang="en">
    <Head />
    <Preview>Welcome aboard, {name}</Preview>
    <Body style={main}>
      <Container style={{ padding: "20px 0", backgroundColor: "#fff" }}>
        <Img src={`${baseUrl}/logo.png`} width={120} height={36} alt="Acme & Co" />
        <Heading as="h2" mt={24}>Hi {name} &mdash; welcome!</Heading>
        <Text style={{ fontSize: 16, lineHeight: 1.5 }}>Use {"{{ firstName | \"friend\" }}"} as you like. 1 &lt; 2</Text>
        {steps.length > 0 && (
          <Section>
            {steps.map((step) => (
              <Row key={step.id}>
                <Column style={{ width: 32 }}>{step.id}.</Column>
                <Column>{step.title}</Column>
              </Row>
            ))}
          </Section>
        )}
        <Button href="https://example.com/start?a=1&b=2" style={{ backgroundColor: "#5469d4", color: "#fff", padding: "12px 20px", borderRadius: 4 }}>
          Get started
        </Button>
        <Hr />
        <Text>
          Questions? <Link href="mailto:help@example.com">Write to us</Link>.
          <br />
          © Acme
        </Text>
      </Container>
    </Body>
  </Html>
);

Welcome.PreviewProps = { name: "Ada", steps: [{ id: 1, title: "Verify" }, { id: 2, title: "Invite" }] } as WelcomeProps;

export default Welcome;

const main = { backgroundColor: "#f6f9fc", fontFamily: "Helvetica,Arial,sans-serif" } satisfies React.CSSProperties;
