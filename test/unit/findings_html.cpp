//===- findings_html.cpp - one safe page that needs nothing else -*- C++
//-*-===//
#include "findings/Html.h"
#include "findings/HtmlCode.h"
#include "findings/Utf8.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sstream>

using namespace torchtidy;
using testing::HasSubstr;
using testing::Not;

namespace {

const char Source[] = "struct Net {\n"
                      "  Tensor c = zeros({1 < 2}); // \"q\" & <b>\n"
                      "};\n"
                      "last";

Span span(unsigned Line, unsigned Column, unsigned EndColumn) {
  Span S;
  S.file = "/p/net.cpp";
  S.line = S.endLine = Line;
  S.column = Column;
  S.endColumn = EndColumn;
  return S;
}

Finding finding() {
  Finding F;
  F.rule = "torch-unregistered-state";
  F.level = Level::Certain;
  F.message = "tensor member 'c' of 'Net' is never registered";
  F.span = span(2, 14, 28);
  F.origins = {{"member", "Net", "c", "torch::zeros", span(2, 14, 28)}};
  return F;
}

SourceReader reader() {
  return [](const std::string &Path, std::string &Text) {
    Text = Source;
    return Path == "/p/net.cpp";
  };
}

std::string html(const std::vector<Finding> &Findings, HtmlOptions O = {}) {
  O.root = "/p";
  O.sourceReader = reader();
  std::ostringstream Out;
  writeHtml(Out, Findings, O);
  return Out.str();
}

/// The page without its own style and script.
std::string body(const std::string &Page) {
  std::size_t Begin = Page.find("<body>"), End = Page.find("<script>", Begin);
  return Page.substr(Begin, End - Begin);
}

std::size_t count(const std::string &Text, const std::string &What) {
  std::size_t N = 0;
  for (std::size_t At = Text.find(What); At != std::string::npos;
       At = Text.find(What, At + 1))
    ++N;
  return N;
}

TEST(FindingsHtml, ThePageLoadsNothing) {
  std::string Page = html({finding()});
  EXPECT_EQ(0u, Page.find("<!doctype html>"));
  for (const char *Reference :
       {"http:", "https:", "src=", "<link", "@import", "url("})
    EXPECT_THAT(Page, Not(HasSubstr(Reference)));
  EXPECT_THAT(Page, HasSubstr("default-src 'none'"));
  EXPECT_THAT(Page, HasSubstr("prefers-color-scheme: dark"));
  EXPECT_THAT(Page, HasSubstr("width=device-width"));
}

TEST(FindingsHtml, AFindingShowsItsCodeMarked) {
  std::string Body = body(html({finding()}));
  EXPECT_THAT(Body, HasSubstr("<code>c</code> of <code>Net</code> is never"));
  EXPECT_THAT(Body, HasSubstr("net.cpp:2:14"));
  EXPECT_THAT(Body, HasSubstr("<mark>zeros({"));
  EXPECT_THAT(Body, HasSubstr("<i class=k>struct</i> Net {"));
  EXPECT_THAT(Body, HasSubstr("class=\"badge certain\""));
  EXPECT_THAT(Body, HasSubstr("<small>module</small> Net"));
}

TEST(FindingsHtml, EverythingIsEscaped) {
  const std::string Bad = "<script>alert(\"1\")</script>'\"&\xFF\x1b";
  Finding F = finding();
  F.rule = F.message = F.span.file = F.function = Bad;
  F.notes = {{Bad, span(2, 1, 2)}, {Bad, {}}};
  F.fixes = {{Bad, {{F.span, Bad}, {span(2, 1, 2), Bad + "\n" + Bad}}}};
  F.origins[0] = {Bad, Bad, Bad, Bad, F.span};
  F.stack = {{Bad, Bad, 1}};
  F.confirmation = {
      Confirmation::Confirmed, Bad, Bad, Bad, F.stack, {Bad, "cpu"}};
  HtmlOptions O;
  O.title = Bad;
  O.onlyRun = {F};
  O.runs = {Bad};
  O.problems = {Bad};
  std::string Page = html({F, F}, O);
  EXPECT_EQ(1u, count(Page, "<script>"));
  EXPECT_EQ(1u, count(Page, "</script>"));
  EXPECT_THAT(Page, HasSubstr("&lt;script&gt;alert(&quot;1&quot;)"));
  EXPECT_THAT(Page, Not(HasSubstr("\x1b")));
  EXPECT_EQ(Page, validUtf8(Page));
  // Source is text too.
  EXPECT_THAT(body(html({finding()})),
              HasSubstr("&quot;q&quot; &amp; &lt;b&gt;"));
}

TEST(FindingsHtml, EscapedTextCannotLeaveAnAttribute) {
  EXPECT_EQ("&quot; onload=&#39;x&#39; &lt;&gt;&amp;",
            htmlEscaped("\" onload='x' <>&"));
  EXPECT_EQ("a\xEF\xBF\xBD&lt;U+0000&gt;",
            htmlEscaped(std::string("a\xFF\0", 3)));
}

TEST(FindingsHtml, ProseTellsQuotesFromApostrophes) {
  EXPECT_EQ("the loop&#39;s <code>p</code> copy",
            htmlProse("the loop's 'p' copy"));
  EXPECT_EQ("open &#39;end", htmlProse("open 'end"));
  EXPECT_EQ("", htmlProse(""));
}

TEST(FindingsHtml, AFixIsADiff) {
  Finding F = finding();
  F.fixes = {
      {"register it",
       {{span(2, 14, 14), "register_buffer(\"c\", "}, {span(2, 28, 28), ")"}}}};
  std::string Body = body(html({F}));
  EXPECT_THAT(Body, HasSubstr("class=\"l del\""));
  EXPECT_THAT(
      Body, HasSubstr("register_buffer(<i class=s>&quot;c&quot;</i>, zeros("));
  EXPECT_THAT(Body, HasSubstr("{<i class=n>1</i> &lt; <i class=n>2</i>}));"));
}

TEST(FindingsHtml, AFixForOtherTextIsShownAsItIs) {
  Finding F = finding();
  F.fixes = {
      {"register it", {{span(2, 900, 901), "X"}, {span(99, 1, 1), "Y"}}}};
  std::string Body = body(html({F}));
  EXPECT_THAT(Body, Not(HasSubstr("class=\"l del\"")));
  EXPECT_THAT(Body, HasSubstr("<code>X</code>"));
  EXPECT_THAT(Body, HasSubstr("<code>Y</code>"));
}

TEST(FindingsHtml, VerdictsAndWhatOnlyARunShowed) {
  Finding A = finding(), B = finding(), C = finding(), R = finding();
  A.confirmation = {Confirmation::Confirmed,
                    "./train",
                    "aten::add",
                    "other",
                    {{"Net::forward", "/p/net.cpp", 2}},
                    {"cpu", "cuda:0"}};
  B.confirmation.status = Confirmation::NotReached;
  C.confirmation.status = Confirmation::Contradicted;
  R.rule = "run-device-mix";
  HtmlOptions O;
  O.onlyRun = {R};
  O.runs = {"./train"};
  std::string Body = body(html({A, B, C}, O));
  EXPECT_THAT(Body, HasSubstr("A run saw it happen"));
  EXPECT_THAT(Body,
              HasSubstr("<code>aten::add</code> was given <code>other</code> "
                        "on <code>cpu</code> beside <code>cuda:0</code>"));
  EXPECT_THAT(Body, HasSubstr("<code>Net::forward</code> <span class=\"place\">"
                              "net.cpp:2</span>"));
  EXPECT_THAT(Body, HasSubstr("Not reached in any run"));
  EXPECT_THAT(Body, HasSubstr("A run speaks against it"));
  EXPECT_THAT(Body, HasSubstr("Only a run showed"));
  EXPECT_EQ(4u, count(Body, "<details"));
  EXPECT_EQ(1u, count(Body, "data-verdict=\"onlyrun\""));
}

TEST(FindingsHtml, GroupsByModuleThenByFile) {
  Finding A = finding(), B = finding(), C = finding();
  B.origins[0].module = "Other";
  C.origins.clear();
  std::string Body = body(html({A, B, C, A}));
  EXPECT_EQ(3u, count(Body, "<section class=\"group\""));
  EXPECT_THAT(Body, HasSubstr("<small>file</small> net.cpp"));
  EXPECT_THAT(Body, HasSubstr("<a href=\"#g0\"><span>Net</span> <b>2</b></a>"));
  EXPECT_EQ(1u, count(Body, "<table>")); // one module has several
}

TEST(FindingsHtml, NothingFoundIsSaidAndProblemsAreNotHidden) {
  EXPECT_THAT(html({}), HasSubstr("Nothing was found."));
  HtmlOptions O;
  O.problems = {"net.cpp: unknown type name 'foo'"};
  EXPECT_THAT(body(html({}, O)), HasSubstr("unknown type name"));
}

TEST(FindingsHtml, ManyFindingsAreFoldedAndSourceMayBeGone) {
  EXPECT_EQ(0u,
            count(body(html(std::vector<Finding>(61, finding()))), " open>"));
  Finding F = finding();
  F.span.file = F.origins[0].made.file = "/p/gone.cpp";
  std::string Body = body(html({F}));
  EXPECT_EQ(1u, count(Body, " open>"));
  EXPECT_THAT(Body, Not(HasSubstr("<pre")));
}

TEST(FindingsHtml, LongLinesAreCutAroundTheMark) {
  std::string Line = std::string(5000, 'a') + "X" + std::string(5000, 'b');
  Sources Files([&](const std::string &, std::string &Text) {
    Text = Line;
    return true;
  });
  std::ostringstream Out;
  writeHtmlExcerpt(Out, Files, span(1, 5001, 5002), 0);
  EXPECT_THAT(Out.str(), HasSubstr("a<mark>X</mark>b"));
  EXPECT_LT(Out.str().size(), 1000u);
}

} // namespace
