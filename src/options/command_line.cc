// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The Skipstone authors

#include "options/command_line.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/provenance.h"
#include "base/spelling.h"
#include "options/topics.h"
#include "options/verb.h"

namespace skipstone {
namespace {

std::vector<std::string> SubcommandsOf(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* verb : app.get_subcommands([](const CLI::App*) { return true; })) {
    names.push_back(verb->get_name());
  }
  return names;
}

std::vector<std::string> OptionsOf(const CLI::App& verb) {
  std::vector<std::string> names;
  for (const CLI::Option* option : verb.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

// The verb that the command line came to, with the verbs that it belongs to.
struct Reached {
  const CLI::App* verb;
  std::string path;  // "experiment lee-figure3"; "" if there was no verb
  std::vector<std::string> remaining;
};

Reached ReachedVerb(const CLI::App& app) {
  Reached reached{&app, "", app.remaining()};
  while (!reached.verb->get_subcommands().empty()) {
    reached.verb = reached.verb->get_subcommands().front();
    reached.path += (reached.path.empty() ? "" : " ") + reached.verb->get_name();
    const auto more = reached.verb->remaining();
    reached.remaining.insert(reached.remaining.end(), more.begin(), more.end());
  }
  return reached;
}

bool IsOption(const std::string& argument) {
  return argument.size() > 1 && argument[0] == '-' && argument != "--" &&
         std::isdigit(static_cast<unsigned char>(argument[1])) == 0;
}

// "--ends" of "--ends: ..." or of "--ends is required".
const CLI::Option* OptionIn(const CLI::App& verb, const std::string& message) {
  const std::string name = message.substr(0, message.find_first_of(": "));
  for (const CLI::Option* option : verb.get_options()) {
    if (option->get_name() == name || option->check_name(name)) return option;
  }
  return nullptr;
}

// As people call the parser's types.
std::string TypeText(const CLI::Option* option) {
  const std::string type = option != nullptr ? option->get_type_name() : "";
  const std::string_view plain = std::string_view(type).substr(0, type.find(':'));
  if (plain == "INT" || plain == "UINT") return "a whole number";
  if (plain == "FLOAT") return "a number";
  return "a value";
}

std::string ParserText(const CLI::App& verb, const CLI::ParseError& error) {
  std::string message = error.what();
  const std::string kind = error.get_name();
  if (kind == "RequiredError") {
    const CLI::Option* option = OptionIn(verb, message);
    if (option == nullptr) return message;
    return fmt::format("expected {}: {}", option->get_name(), option->get_description());
  }
  if (kind == "RequiresError" || kind == "ExcludesError") {
    const bool needs = kind == "RequiresError";
    const std::string_view word = needs ? " requires " : " excludes ";
    const std::size_t at = message.find(word);
    if (at == std::string::npos) return message;
    const std::string one = message.substr(0, at);
    const std::string other = message.substr(at + word.size());
    return needs ? fmt::format("{} needs {}", one, other)
                 : fmt::format("{} and {} exclude each other", one, other);
  }
  constexpr std::string_view kConvert = "Could not convert: ";
  if (kind == "ConversionError" && message.rfind(kConvert, 0) == 0) {
    const std::string rest = message.substr(kConvert.size());
    const std::size_t equals = rest.find(" = ");
    const std::string name = rest.substr(0, equals);
    return fmt::format("{}: expected {}, got {}", name, TypeText(OptionIn(verb, name)),
                       equals == std::string::npos ? "none" : rest.substr(equals + 3));
  }
  if (kind == "ArgumentMismatch" && message.find("At Most") != std::string::npos) {
    const CLI::Option* option = OptionIn(verb, message);
    const int wanted = option != nullptr ? option->get_items_expected_max() : 1;
    return fmt::format("{}: expected {}, got {}", message.substr(0, message.find(':')),
                       wanted == 1 ? TypeText(option) : fmt::format("{} values", wanted),
                       wanted == 1 ? "several; it is given once" : "more");
  }
  if (kind == "ArgumentMismatch" && message.find(" required ") != std::string::npos) {
    const CLI::Option* option = OptionIn(verb, message);
    const int wanted = option != nullptr ? option->get_items_expected_min() : 1;
    return fmt::format("{}: expected {} after it, got {}", message.substr(0, message.find(':')),
                       wanted == 1 ? TypeText(option) : fmt::format("{} values", wanted),
                       wanted == 1 ? "none" : "fewer");
  }
  return message;
}

// "help" and "version" are verbs, too.
void CheckVerb(const CLI::App& app, const std::string& name) {
  const std::vector<std::string> verbs = SubcommandsOf(app);
  if (std::find(verbs.begin(), verbs.end(), name) != verbs.end()) return;
  if (IsTopic(name)) {
    throw Error(ErrorKind::kUsage, "",
                fmt::format("{} is no verb; skipstone help {} explains it", name, name));
  }
  throw Error(ErrorKind::kUsage, "",
              fmt::format("there is no verb {}{}; skipstone --help lists them", Quote(Json(name)),
                          DidYouMean(name, verbs)));
}

// What the parser has to say, as our own kind of error: what was expected, what came, what to type
// instead. `app` as the parse left it.
Error UsageError(const CLI::App& app, const CLI::ParseError& error) {
  const Reached reached = ReachedVerb(app);
  const CLI::App& verb = *reached.verb;
  const std::string help =
      fmt::format("skipstone {}{}--help", reached.path, reached.path.empty() ? "" : " ");
  const auto usage = [&](const std::string& message) {
    return Error(ErrorKind::kUsage, reached.path, message);
  };
  const std::vector<std::string> subcommands = SubcommandsOf(verb);
  const bool verb_is_missing = !subcommands.empty() && !reached.path.empty();
  // A misspelt option first: without it much else may be missing.
  for (const std::string& argument : reached.remaining) {
    if (!IsOption(argument)) continue;
    const std::string name = argument.substr(0, argument.find('='));
    const std::string meant = DidYouMean(name, OptionsOf(verb));
    if (verb_is_missing && meant.empty()) {
      return usage(fmt::format("expected one of {} before {}; {} explains them",
                               fmt::join(subcommands, ", "), name, help));
    }
    return usage(fmt::format("there is no option {}{}; {} lists them", name, meant, help));
  }
  for (const std::string& argument : reached.remaining) {
    if (argument == "--") continue;
    if (subcommands.empty()) {
      return usage(fmt::format("{} is one argument too many; {} shows what is expected",
                               Quote(Json(argument)), help));
    }
    return usage(fmt::format("expected one of {}, got {}{}; {} explains them",
                             fmt::join(subcommands, ", "), Quote(Json(argument)),
                             DidYouMean(argument, subcommands), help));
  }
  if (std::string_view(error.what()) == "A subcommand is required") {
    if (reached.path.empty()) return usage("expected a verb; skipstone --help lists them");
    return usage(
        fmt::format("expected one of {}; {} explains them", fmt::join(subcommands, ", "), help));
  }
  return usage(fmt::format("{}; {} explains it", ParserText(verb, error), help));
}

// Of what can be explained.
void CheckWhat(const CLI::App& app, const std::string& name) {
  std::vector<std::string> known = SubcommandsOf(app);
  if (std::find(known.begin(), known.end(), name) != known.end()) return;
  if (app.get_parent() != nullptr) {
    throw Error(ErrorKind::kUsage, "help",
                fmt::format("there is no verb {} of {}{}; skipstone {} --help lists what there is",
                            Quote(name), app.get_name(), DidYouMean(name, known), app.get_name()));
  }
  for (const Topic& topic : Topics()) known.push_back(topic.name);
  throw Error(ErrorKind::kUsage, "help",
              fmt::format("there is no verb or player {}{}; skipstone --help and skipstone help "
                          "players list them",
                          Quote(name), DidYouMean(name, known)));
}

// A shell variable that is not set leaves an empty value, which would be taken for none.
void RefuseEmptyValues(const std::vector<std::string>& words) {
  for (std::size_t i = 1; i < words.size() && words[i] != "--"; ++i) {
    const std::string& word = words[i];
    const std::string& option = word.empty() ? words[i - 1] : word;
    if (!IsOption(option) || (!word.empty() && word.back() != '=')) continue;
    const std::string name = option.substr(0, option.find('='));
    if (word.empty() && name != option) continue;
    throw Error(
        ErrorKind::kUsage, words[0],
        fmt::format("{}: expected a value after it, got an empty one; leave {} out, or say what",
                    name, name));
  }
}

void AddHelp(CLI::App& app) {
  CLI::App* verb = app.add_subcommand(
      "help", "Explain a verb, as VERB --help does, or a player and its options");
  const auto names = std::make_shared<std::vector<std::string>>();
  const auto markdown = std::make_shared<bool>(false);
  verb->add_option("what", *names,
                   "a verb; a player such as grid; players, searches or executions; none: all "
                   "verbs in a line each");
  verb->add_flag("--markdown", *markdown, "of players, searches and executions: tables alone");
  verb->footer(ExampleText("./skipstone help grid"));
  verb->callback([&app, names, markdown] {
    if (names->size() == 1 && IsTopic(names->front())) {
      fmt::print(
          "{}", TopicText(names->front(), *markdown ? TableFormat::kMarkdown : TableFormat::kText));
      return;
    }
    const CLI::App* at = &app;
    std::string path = app.get_name();
    for (const std::string& name : *names) {
      CheckWhat(*at, name);
      at = at->get_subcommand(name);
      path += " " + name;
    }
    fmt::print("{}", app.get_formatter()->make_help(at, path, CLI::AppFormatMode::Normal));
  });
}

void AddVersion(CLI::App& app) {
  app.set_version_flag("--version", VersionText, "Print the version and exit");
  CLI::App* verb = app.add_subcommand("version", "Print the version and the commit");
  verb->footer(ExampleText("./skipstone version"));
  verb->callback([] { fmt::print("{}\n", VersionText()); });
}

}  // namespace

void RunCommandLine(int argc, char** argv, const std::function<void(Verb& app)>& add_verbs) {
  CLI::App app("Skipstone: a simulator, player and analyst for the game of curling.", "skipstone");
  app.require_subcommand(1);
  app.footer(
      "skipstone VERB --help explains a verb and shows an example, skipstone help grid a player "
      "and its "
      "options.\n"
      "Exit codes: 0 done, 2 wrong use, 3 the environment (a file, a port, a package), 4 bad data, "
      "5 a bug (docs/exit_codes.md).");
  Verb verbs(app);
  add_verbs(verbs);
  AddHelp(app);
  AddVersion(app);
  // The parser would only say that a verb is missing.
  if (argc > 1 && argv[1][0] != '-') CheckVerb(app, argv[1]);
  std::vector<std::string> words(argv + 1, argv + argc);
  RefuseEmptyValues(words);
  verbs.MarkProgram(words);
  std::reverse(words.begin(), words.end());  // as the parser wants them
  try {
    app.parse(std::move(words));
    // A verb may have flushed, and failed, before.
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
      throw Error(ErrorKind::kEnvironment, "standard output",
                  fmt::format("cannot write: {}", std::strerror(errno)));
    }
  } catch (const CLI::ParseError& e) {
    if (e.get_exit_code() != 0) throw UsageError(app, e);
    app.exit(e);  // help and version
  }
}

}  // namespace skipstone
