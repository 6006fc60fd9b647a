//===- Finding.cpp - names of levels and verdicts ---------------*- C++ -*-===//
#include "findings/Finding.h"

namespace torchtidy {

const char *toString(Level L) {
  switch (L) {
  case Level::Certain:
    return "certain";
  case Level::Likely:
    return "likely";
  case Level::Advice:
    return "advice";
  }
  return "likely";
}

bool parseLevel(const std::string &S, Level &L) {
  for (Level Candidate : {Level::Certain, Level::Likely, Level::Advice})
    if (S == toString(Candidate)) {
      L = Candidate;
      return true;
    }
  return false;
}

const char *toString(Suppression::Kind K) {
  switch (K) {
  case Suppression::None:
    return "none";
  case Suppression::InSource:
    return "inSource";
  case Suppression::External:
    return "external";
  }
  return "none";
}

bool parseSuppression(const std::string &S, Suppression::Kind &Out) {
  for (Suppression::Kind Candidate :
       {Suppression::None, Suppression::InSource, Suppression::External})
    if (S == toString(Candidate)) {
      Out = Candidate;
      return true;
    }
  return false;
}

const char *toString(Confirmation::Status S) {
  switch (S) {
  case Confirmation::None:
    return "none";
  case Confirmation::Confirmed:
    return "confirmed";
  case Confirmation::NotReached:
    return "not reached";
  case Confirmation::Contradicted:
    return "contradicted";
  }
  return "none";
}

bool parseStatus(const std::string &S, Confirmation::Status &Out) {
  for (Confirmation::Status Candidate :
       {Confirmation::None, Confirmation::Confirmed, Confirmation::NotReached,
        Confirmation::Contradicted})
    if (S == toString(Candidate)) {
      Out = Candidate;
      return true;
    }
  return false;
}

} // namespace torchtidy
